/** The folder that is measured: made anew each time from a fixed seed, so that two runs search the same bytes. */
import type { RealFolder } from '../support/folder.ts';

/** What stands in a few of the files, and nowhere by chance. */
export const needle = 'needleXYZZY';
/** How many files that a search may look at hold it, once each. */
export const needles = 12;

const files = 1_200;
const ignored = 400;

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state % below;
  };
}

/** 1,200 files of 2 to 5 KB in 60 folders, 400 more under `node_modules`, and a log of 4 MB. */
export async function growTree(folder: RealFolder): Promise<void> {
  const pick = random(20_261_130);
  const words = Array.from({ length: 2_000 }, () =>
    Array.from({ length: 3 + pick(8) }, () => String.fromCharCode(97 + pick(26))).join(''),
  );
  const line = (): string => Array.from({ length: 4 + pick(8) }, () => words[pick(words.length)]).join(' ');
  const text = (bytes: number): string => {
    const lines: string[] = [];
    for (let size = 0; size < bytes;) {
      const next = line();
      lines.push(next);
      size += next.length + 1;
    }
    return `${lines.join('\n')}\n`;
  };
  const endings = ['ts', 'js', 'md', 'json', 'css', 'txt'];
  for (let at = 0; at < files; at++) {
    const body = text(2_000 + pick(3_000)) + (at % (files / needles) === 7 ? `const ${needle} = ${at};\n` : '');
    await folder.write(`src/m${at % 60}/f${at}.${endings[at % endings.length]}`, body);
  }
  for (let at = 0; at < ignored; at++) await folder.write(`node_modules/p${at % 40}/i${at}.js`, text(2_000));
  await folder.write('server.log', text(4 << 20));
  await folder.write('edited.ts', Array.from({ length: 200 }, (_, at) => `${line()} // line ${at}\n`).join(''));
}
