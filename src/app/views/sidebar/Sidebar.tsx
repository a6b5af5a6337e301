import type { JSX } from 'preact';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon, Mark } from '../../ui/Icon.tsx';
import { ChatList } from './ChatList.tsx';
import { McpStrip } from './McpStrip.tsx';
import { ProjectList } from './ProjectList.tsx';
import './Sidebar.css';

/** Projects, chats and the way to the settings (row U1). `onDone`: something was chosen, so a drawer may close. */
export function Sidebar({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const app = useApp();
  const route = app.route.value;
  return (
    <nav class="sidebar" aria-label="Projects and chats">
      <div class="brand">
        <Mark />
        <span>Sluice</span>
        <Button
          small
          data-first
          title="New chat"
          onClick={() => {
            app.newChat();
            onDone();
          }}
        >
          New<span class="visually-hidden"> chat</span>
        </Button>
      </div>
      <div class="lists">
        <ProjectList onDone={onDone} />
        <ChatList onDone={onDone} />
      </div>
      <div class="foot">
        <a
          class="button quiet"
          href="#/settings/models"
          aria-current={route.at === 'settings' && route.page !== 'servers' ? 'page' : undefined}
          onClick={(event) => {
            event.preventDefault();
            app.go({ at: 'settings', page: 'models' });
            onDone();
          }}
        >
          <Icon name="sliders" />
          Settings
        </a>
        <McpStrip onDone={onDone} />
      </div>
    </nav>
  );
}
