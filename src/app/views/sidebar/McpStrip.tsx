import type { JSX } from 'preact';
import { available } from '../../../core/server.ts';
import { useApp } from '../../state/context.ts';
import { Icon } from '../../ui/Icon.tsx';

/** How many servers can be called and how many fail, and the way to their settings (row M4). */
export function McpStrip({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const app = useApp();
  const enabled = app.servers.list.value.filter(({ record }) => record.enabled);
  const ready = enabled.filter(({ state }) => available(state)).length;
  const failed = enabled.filter(({ state }) => state.connection.at === 'failed').length;
  const connecting = enabled.some(({ state }) => state.connection.at === 'connecting');
  const dot = connecting ? 'run' : ready > 0 ? 'ok' : failed > 0 ? 'bad' : 'off';
  const route = app.route.value;
  return (
    <a
      class="button quiet strip"
      href="#/settings/servers"
      title="MCP servers"
      aria-current={route.at === 'settings' && route.page === 'servers' ? 'page' : undefined}
      onClick={(event) => {
        event.preventDefault();
        app.go({ at: 'settings', page: 'servers' });
        onDone();
      }}
    >
      <span class={`dot ${dot}`} />
      MCP · {ready} available{' '}
      {failed === 0 ? null : <span class="errors">{failed === 1 ? '1 error' : `${failed} errors`}</span>}
      <Icon name="gear" />
    </a>
  );
}
