/** The composition root: the only file that knows everyone. */
import { render } from 'preact';
import { openDatabase } from '../storage/db.ts';
import { persist } from '../storage/space.ts';
import { makeApp } from './state/app.ts';
import { AppContext } from './state/context.ts';
import { App } from './views/App.tsx';
import { NoStorage } from './views/NoStorage.tsx';

async function main(root: HTMLElement): Promise<void> {
  const early: Parameters<ReturnType<typeof makeApp>['tell']>[0][] = [];
  let tell = (fault: (typeof early)[number]): void => void early.push(fault);
  const opened = await openDatabase({ blocked: (fault) => tell(fault), closed: (fault) => tell(fault) });
  if (!opened.ok) {
    render(<NoStorage fault={opened.fault} />, root);
    return;
  }
  const made = makeApp(opened.value, __SLUICE_VERSION__);
  tell = made.tell;
  for (const fault of early) tell(fault);
  render(
    <AppContext.Provider value={made.app}>
      <App />
    </AppContext.Provider>,
    root,
  );
  await made.start();
  void persist();
}

const root = document.getElementById('app');
if (root !== null) void main(root);
