import type { JSX } from 'preact';
import type { ServerId } from '../../../core/ids.ts';
import { useApp } from '../../state/context.ts';
import { useMedia } from '../useMedia.ts';
import { AnswerDetail } from './answer/AnswerDetail.tsx';
import { Frame } from './Frame.tsx';
import { ServerDetail } from './ServerDetail.tsx';

function Server({ id }: { readonly id: ServerId }): JSX.Element {
  const view = useApp().servers.list.value.find(({ record }) => record.id === id);
  return view === undefined ? <p class="part faint">This server was removed.</p> : <ServerDetail view={view} />;
}

/** The inspector (section I): what stands behind what one sees. Shows what `inspecting` names; a part of it a kind. */
export function Inspector(): JSX.Element | null {
  const app = useApp();
  const narrow = useMedia('(max-width: 1099px)');
  const inspecting = app.inspecting.value;
  if (inspecting === null) return null;
  return (
    <Frame
      // Another one takes the focus anew.
      key={inspecting.at === 'server' ? `server ${inspecting.server}` : `answer ${inspecting.answer}`}
      narrow={narrow}
      onClose={() => {
        app.inspecting.value = null;
      }}
    >
      {inspecting.at === 'server' ? (
        <Server id={inspecting.server} />
      ) : (
        <AnswerDetail answer={inspecting.answer} call={inspecting.call} />
      )}
    </Frame>
  );
}
