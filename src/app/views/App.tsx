import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../state/context.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Toasts } from '../ui/Fault.tsx';
import { Mark } from '../ui/Icon.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Chat } from './Chat.tsx';
import { Dropzone } from './Dropzone.tsx';
import { lazyPart } from './lazyPart.tsx';
import { Sidebar } from './sidebar/Sidebar.tsx';
import { useMedia } from './useMedia.ts';
import { useShortcuts } from './useShortcuts.ts';
import '../ui/base.css';
import './App.css';

const Settings = lazyPart('Settings', async () => (await import('./settings/Settings.tsx')).Settings);

const Inspector = lazyPart('Inspector', async () => (await import('./inspector/Inspector.tsx')).Inspector);

const Elicitations = lazyPart(
  'What a server asks',
  async () => (await import('./elicitation/Elicitations.tsx')).Elicitations,
  () => null,
);

/** The whole page: sidebar, a chat or the settings, and the inspector (row U1). Below 860 px the sidebar is a drawer. */
export function App(): JSX.Element {
  const app = useApp();
  const narrow = useMedia('(max-width: 860px)');
  const [drawer, setDrawer] = useState(false);
  useShortcuts(app);
  useSignalEffect(() => {
    const { theme } = app.settings.value;
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  });
  const boot = app.boot.value;
  if (boot.at === 'loading') {
    return (
      <main class="boot">
        <Mark size={32} />
        <Spinner label="Opening Sluice" />
      </main>
    );
  }
  if (boot.at === 'failed') {
    return (
      <main class="boot">
        <Empty
          title="Sluice cannot open"
          mark={<Mark size={32} />}
          actions={
            <Button kind="primary" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          <p role="alert">{boot.fault.message}</p>
        </Empty>
      </main>
    );
  }
  const menu = narrow ? (
    <Button kind="quiet" icon="menu" label="Open the sidebar" onClick={() => setDrawer(true)} />
  ) : null;
  const close = (): void => setDrawer(false);
  const inspecting = app.inspecting.value !== null;
  return (
    <div class={inspecting ? 'app inspecting' : 'app'}>
      {narrow ? null : (
        <div class="side">
          <Sidebar onDone={() => undefined} />
        </div>
      )}
      {narrow && drawer ? (
        <Drawer label="Sidebar" onClose={close}>
          <Sidebar onDone={close} />
        </Drawer>
      ) : null}
      <main class="main">{app.route.value.at === 'settings' ? <Settings menu={menu} /> : <Chat menu={menu} />}</main>
      {inspecting ? <Inspector /> : null}
      {app.servers.elicitations.value.length > 0 ? <Elicitations /> : null}
      <Dropzone />
      <Toasts faults={app.faults.value} onDismiss={(id) => app.dismiss(id)} />
    </div>
  );
}
