import type { JSX } from 'preact';
import { useApp } from '../../state/context.ts';
import { useMedia } from '../useMedia.ts';
import { Frame } from './Frame.tsx';
import { ServerDetail } from './ServerDetail.tsx';

/** The inspector (section I): what stands behind what one sees. Shows what `inspecting` names; a part of it a kind. */
export function Inspector(): JSX.Element | null {
  const app = useApp();
  const narrow = useMedia('(max-width: 1099px)');
  const inspecting = app.inspecting.value;
  if (inspecting?.at !== 'server') return null;
  const view = app.servers.list.value.find(({ record }) => record.id === inspecting.server);
  return (
    <Frame
      // Another one takes the focus anew.
      key={inspecting.server}
      narrow={narrow}
      onClose={() => {
        app.inspecting.value = null;
      }}
    >
      {view === undefined ? <p class="part faint">This server was removed.</p> : <ServerDetail view={view} />}
    </Frame>
  );
}
