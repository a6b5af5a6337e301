import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { grantName, grantPrefix, grantWords, type Grant } from '../../../core/grants.ts';
import { shown } from '../../../core/visible.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { oneLine } from '../oneline.ts';

/** What "Remember for this session" has granted: tool, path, where, each with a way out (row T3). */
export function Approvals(): JSX.Element {
  const app = useApp();
  const heading = useRef<HTMLHeadingElement>(null);
  const grants = app.grants.value;
  const place = ({ scope }: Grant): string =>
    'chat' in scope
      ? 'this chat'
      : (app.projects.value.find((one) => one.record.id === scope.project)?.record.name ?? 'a removed project');
  const then = (change: () => void): void => {
    change();
    // The button that was pressed is gone.
    heading.current?.focus();
  };
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        Active session approvals
      </h3>
      {grants.length === 0 ? (
        <p class="soft">
          None. When you approve a call with “Remember for this session”, it stands here until the chat is switched,
          closed or reloaded.
        </p>
      ) : (
        <>
          {grants.map((grant) => (
            <div class="line" key={grantName(grant)}>
              <div class="what">
                <b>{oneLine(grant.label)}</b>
                <small>{shown(grantPrefix(grant))}</small>
              </div>
              <div class="how">
                <small>{shown(place(grant))}</small>
                <Button kind="quiet" small onClick={() => then(() => app.removeGrant(grant))}>
                  Remove<span class="visually-hidden"> {oneLine(grantWords(grant), 200)}</span>
                </Button>
              </div>
            </div>
          ))}
          <p>
            <Button onClick={() => then(() => app.clearGrants())}>Clear session cache</Button>
          </p>
        </>
      )}
    </section>
  );
}
