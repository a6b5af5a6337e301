import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../state/context.ts';
import { Note } from '../../ui/Fault.tsx';
import { Progress, Spinner } from '../../ui/Spinner.tsx';
import { bytes } from '../bytes.ts';

type Use = Awaited<ReturnType<ReturnType<typeof useApp>['storageUse']>>;

/** Settings → Storage: how much is used of what the browser grants, and whether it may be evicted (row W1). */
export function Storage(): JSX.Element {
  const app = useApp();
  const [use, setUse] = useState<Use | 'failed' | null>(null);
  useEffect(() => {
    let here = true;
    app.storageUse().then(
      (found) => here && setUse(found),
      () => here && setUse('failed'),
    );
    return () => {
      here = false;
    };
  }, [app]);
  return (
    <>
      <p class="sub">
        Chats, settings and projects inside the browser are kept on this device, in this browser profile, and nowhere
        else.
      </p>
      {use === null ? (
        <Spinner label="Measuring" />
      ) : use === 'failed' ? (
        <Note tone="warn">The browser does not say how much storage is used.</Note>
      ) : (
        <>
          <div class="line">
            <div class="what">
              <b>Used</b>
            </div>
            <div class="how">
              {bytes(use.used)} of {bytes(use.quota)}
            </div>
          </div>
          <Progress label="Storage used" done={use.used} total={use.quota} />
          <div class="line">
            <div class="what">
              <b>Persistent</b>
              <small>
                {use.persisted
                  ? 'The browser deletes nothing by itself.'
                  : 'When the disk runs full, the browser may delete this data. Browsers allow persistence for sites that are installed or used often.'}
              </small>
            </div>
            <div class="how">{use.persisted ? 'yes' : 'no'}</div>
          </div>
        </>
      )}
    </>
  );
}
