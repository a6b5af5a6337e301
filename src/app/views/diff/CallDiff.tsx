import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CallId } from '../../../core/ids.ts';
import type { Outcome } from '../../../core/outcome.ts';
import type { Preview } from '../../../core/ports.ts';
import type { ChatState } from '../../state/contract.ts';
import { FaultNote } from '../../ui/Fault.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

type View = FunctionComponent<{ readonly preview: Preview }>;
interface Loaded {
  readonly view: View;
  readonly preview: Outcome<Preview | null>;
}

/**
 * The diff of one call, before it runs or after (rows D1, D4). The viewer is loaded with the first diff. `of` changes
 * when the plan does, so that no old preview stays.
 */
export function CallDiff({
  chat,
  call,
  of,
}: {
  readonly chat: ChatState;
  readonly call: CallId;
  readonly of: string;
}): JSX.Element {
  const [loaded, setLoaded] = useState<Loaded | 'failed' | null>(null);
  useEffect(() => {
    let wanted = true;
    setLoaded(null);
    Promise.all([import('./DiffView.tsx'), chat.preview(call)]).then(
      ([{ DiffView }, preview]) => wanted && setLoaded({ view: DiffView, preview }),
      () => wanted && setLoaded('failed'),
    );
    return () => {
      wanted = false;
    };
  }, [chat, call, of]);
  if (loaded === null) return <Spinner label="Loading the diff" />;
  if (loaded === 'failed') {
    return (
      <FaultNote
        fault={{
          code: 'bug',
          message: 'The diff viewer could not be loaded. Check the connection, then close the diff and open it again.',
        }}
      />
    );
  }
  const { view: Shown, preview } = loaded;
  if (!preview.ok) return <FaultNote fault={preview.fault} />;
  if (preview.value === null)
    return <p class="soft">The bytes from before this change are no longer kept, so it cannot be shown.</p>;
  return <Shown preview={preview.value} />;
}
