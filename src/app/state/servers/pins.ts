import type { ServerId } from '../../../core/ids.ts';
import type { Fault } from '../../../core/outcome.ts';
import { pinText } from '../../../core/pin.ts';
import type { PinRecord } from '../../../core/server.ts';
import type { Tool } from '../../../core/tool.ts';
import type { Table } from '../../../storage/table.ts';
import type { Rulebook } from '../../runs/rulebook.ts';

/** What each tool was when it was last allowed (row T6), between the database and the rulebook. */
export interface Pins {
  load(): Promise<void>;
  /** The tool is what is allowed from now on: it runs, or the person approved it. Written only where that is news. */
  pin(tool: Tool): void;
  /** The same, where nothing is pinned yet: a setting approves no change. */
  first(tool: Tool): void;
  forget(server: ServerId): void;
}

/** `changed` is told once the disk has it. */
export function keepPins(
  table: Table<PinRecord>,
  rulebook: Rulebook,
  clock: () => number,
  tell: (fault: Fault) => void,
  changed: () => void,
): Pins {
  /** Pins that hold already and are still on their way to the disk. */
  const underWay = new Map<string, string>();

  async function load(): Promise<void> {
    const read = await table.list();
    if (!read.ok) {
      // All tools have changed as far as anybody knows (row G11).
      rulebook.change({ pins: null });
      return tell(read.fault);
    }
    const pins = new Map(read.value.records.map((one) => [one.id, one.text]));
    // No tool has an empty text: one whose pin is damaged has changed.
    for (const key of read.value.unreadable) pins.set(key, '');
    for (const [key, text] of underWay) pins.set(key, text);
    const now = rulebook.now().pins;
    if (now === null || !same(now, pins)) rulebook.change({ pins });
  }

  async function keep(tool: Tool, server: ServerId, text: string): Promise<void> {
    underWay.set(tool.key, text);
    const put = await table.put({ id: tool.key, server, text, at: clock() });
    if (underWay.get(tool.key) === text) underWay.delete(tool.key);
    if (put.ok) changed();
    else tell(put.fault);
    // What could not be saved, or was unreadable until now, stands as a reload would find it.
    if (!put.ok || rulebook.now().pins === null) await load();
  }

  function pin(tool: Tool): void {
    if (tool.source.from !== 'mcp') return;
    const text = pinText(tool);
    const { pins } = rulebook.now();
    if (pins?.get(tool.key) === text) return;
    if (pins !== null) rulebook.change({ pins: new Map(pins).set(tool.key, text) });
    void keep(tool, tool.source.server, text);
  }

  return {
    load,
    pin,
    first(tool) {
      if (rulebook.now().pins?.has(tool.key) === false) pin(tool);
    },
    forget(server) {
      const { pins } = rulebook.now();
      if (pins === null) return;
      const rest = new Map([...pins].filter(([key]) => !key.startsWith(`mcp:${server}:`)));
      if (rest.size !== pins.size) rulebook.change({ pins: rest });
    },
  };
}

const same = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([key, text]) => b.get(key) === text);
