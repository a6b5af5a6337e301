/** What the same words cost as plain text: four boxes that only grow. What this machine drops here is not the app's. */
import { models } from './log.ts';
import { measured, type Cost } from './measured.ts';

export async function plainly(seconds: number, tokensASecond: number): Promise<Cost> {
  const box = document.createElement('div');
  box.style.cssText = 'position:fixed;inset:0;overflow:auto;background:#fff;z-index:9';
  const columns = models.map(() => {
    const column = document.createElement('div');
    column.style.cssText = 'float:left;width:24%;contain:content;white-space:pre-wrap';
    box.append(column);
    return { column, line: document.createElement('p'), length: 0, waiting: '' };
  });
  document.body.append(box);
  const cost = await measured(seconds, tokensASecond, {
    take(token) {
      for (const one of columns) {
        const text = token(one.length);
        one.length += text.length;
        one.waiting += text;
      }
    },
    draw() {
      for (const one of columns) {
        if (one.line.parentNode === null || (one.line.textContent ?? '').length > 300) {
          one.line = document.createElement('p');
          one.column.append(one.line);
        }
        one.line.append(one.waiting);
        one.waiting = '';
      }
      box.scrollTop = box.scrollHeight;
    },
    chars: () => columns[0]?.length ?? 0,
  });
  box.remove();
  return cost;
}
