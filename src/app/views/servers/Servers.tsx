import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ServerId } from '../../../core/ids.ts';
import type { ServerRecord } from '../../../core/server.ts';
import { shown } from '../../../core/visible.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Advanced } from './Advanced.tsx';
import { MoreWays } from './MoreWays.tsx';
import { NoServers } from './NoServers.tsx';
import { ServerDialog } from './ServerDialog.tsx';
import { ServerRow } from './ServerRow.tsx';
import { rowWords } from './words.ts';
import './Servers.css';

/** Settings → MCP servers: the servers there are, and the ways to add more (rows M2, M3, M8). */
export function Servers(): JSX.Element {
  const app = useApp();
  const [open, setOpen] = useState<{ readonly server: ServerRecord | null } | null>(null);
  const [acted, setActed] = useState<ServerId | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const views = app.servers.list.value;
  const many = useRef(views.length);
  useEffect(() => {
    // The row that had the focus is gone.
    if (views.length < many.current && document.activeElement === document.body) heading.current?.focus();
    many.current = views.length;
  }, [views.length]);
  const told = views.find((view) => view.record.id === acted);
  return (
    <>
      <p class="sub">
        Programs on the network whose tools your models may call. Requests go from this browser straight to the server.
      </p>
      <div class="do">
        <Button kind="primary" icon="plus" onClick={() => setOpen({ server: null })}>
          Add
        </Button>
        <MoreWays exports={views.length > 0} />
      </div>
      <section>
        <h3 ref={heading} tabIndex={-1}>
          Servers
        </h3>
        {views.length === 0 ? (
          <NoServers />
        ) : (
          <ul>
            {views.map((view) => (
              <ServerRow
                key={view.record.id}
                view={view}
                onEdit={() => setOpen({ server: view.record })}
                onActed={() => setActed(view.record.id)}
              />
            ))}
          </ul>
        )}
        <p class="visually-hidden" aria-live="polite">
          {told === undefined ? '' : `${shown(told.record.name)}: ${rowWords(told)}`}
        </p>
      </section>
      <Advanced />
      {open === null ? null : <ServerDialog record={open.server} onClose={() => setOpen(null)} />}
    </>
  );
}
