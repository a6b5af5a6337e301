import { effect, untracked, type ReadonlySignal } from '@preact/signals';
import type { ChatId, ProjectId } from '../../core/ids.ts';
import { fail, type Fault } from '../../core/outcome.ts';
import type { Rulebook } from '../runs/rulebook.ts';
import type { Chats } from './chats.ts';
import type { ProjectView, Route } from './contract.ts';

/** Which chat is open, and the address bar that says so (row U7). */
export interface Opening {
  /** Opens a chat, or a new one (null): the session's grants end with the one before (row A4). */
  open(id: ChatId | null, project?: ProjectId | null): void;
  /** The project a new chat starts with: that of the chat at hand, else the sample. */
  usualProject(): ProjectId | null;
  /** Puts the open chat into the address bar, so that a reload comes back to it. */
  settle(push?: boolean): void;
  /** A project that was just granted opens in the chat at hand where that is still new, else in a new chat. */
  useProject(id: ProjectId): void;
  /** From now on the address bar leads: back, forward, and a chat's own address. */
  follow(): void;
}

interface Ground {
  readonly chats: Chats;
  readonly rulebook: Rulebook;
  readonly projects: ReadonlySignal<readonly ProjectView[]>;
  readonly route: ReadonlySignal<Route>;
  go(route: Route, replace?: boolean): void;
  tell(fault: Fault): void;
}

const lost = fail(
  'not-found',
  'The chat of this address is not here: it was removed, or belongs to another browser.',
).fault;

export function makeOpening({ chats, rulebook, projects, route, go, tell }: Ground): Opening {
  function open(id: ChatId | null, project: ProjectId | null = null): void {
    const opened = id === null ? chats.begin(project) : chats.open(id);
    if (opened === null) return;
    if (rulebook.now().open !== opened) rulebook.change({ open: opened, grants: [] });
  }

  function usualProject(): ProjectId | null {
    const sample = projects.value.find((one) => one.record.kind === 'sample')?.record.id ?? null;
    return chats.current.value === null ? sample : chats.current.value.record.value.project;
  }

  function settle(push = false): void {
    const id = chats.current.value?.record.value.id ?? null;
    go({ at: 'chat', page: '', chat: id !== null && chats.kept(id) ? id : null }, !push);
  }

  return {
    open,
    usualProject,
    settle,
    useProject(id) {
      const chat = chats.current.value;
      if (chat !== null && chat.conversation.value.entries.length === 0) return chat.setProject(id);
      open(null, id);
      settle(true);
    },
    follow() {
      effect(() => {
        const { chat } = route.value;
        const current = chats.current.peek()?.record.peek().id ?? null;
        if (chat !== null && chat !== current && chats.has(chat)) untracked(() => open(chat));
        else if (chat !== null && chat !== current) {
          untracked(() => tell(lost));
          if (current === null) untracked(() => open(null, usualProject()));
        } else if (current === null) untracked(() => open(null, usualProject()));
      });
    },
  };
}
