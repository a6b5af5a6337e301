/** Folds a chat's log into the conversation that is drawn. Pure: the same events always give the same conversation. */
import type { AnswerEntry, AskedEntry, Conversation, Entry, Versions } from './conversation.ts';
import type { AnswerId, AskedId } from './ids.ts';
import type { LogEvent } from './log.ts';
import { changed } from './answer.ts';
import { noUsage, traced } from './trace.ts';

type AskedNode = Omit<AskedEntry, 'versions'>;
type AnswerNode = Omit<AnswerEntry, 'versions'>;

/** The whole chat: every branch of it. `at` is where the visible branch ends. */
export interface Thread {
  readonly asked: ReadonlyMap<AskedId, AskedNode>;
  readonly answers: ReadonlyMap<AnswerId, AnswerNode>;
  readonly at: { readonly asked: AskedId } | { readonly answer: AnswerId } | null;
}

export const empty: Thread = { asked: new Map(), answers: new Map(), at: null };

/** Adds one event. An event that grew (same `seq`, longer text) may be added again. Unknown kinds change nothing. */
export function add(thread: Thread, event: LogEvent): Thread {
  if (event.kind === 'asked') {
    const node: AskedNode = {
      is: 'asked',
      id: event.id,
      seq: event.seq,
      at: event.at,
      text: event.text,
      attached: event.attached,
      after: event.after,
    };
    return { ...thread, asked: new Map(thread.asked).set(event.id, node), at: { asked: event.id } };
  }
  // A run from the console is no branch: it stands beside the conversation.
  if (event.kind === 'chose')
    return (thread.answers.get(event.leaf)?.to ?? null) === null ? thread : { ...thread, at: { answer: event.leaf } };
  if (event.answer === null) return thread;
  if (event.kind === 'began') {
    const node: AnswerNode = {
      is: 'answer',
      id: event.answer,
      seq: event.seq,
      at: event.at,
      to: event.to,
      after: event.after,
      project: event.project,
      system: event.system,
      model: event.model,
      parts: [],
      state: 'running',
      fault: null,
      usage: noUsage,
      counted: 0,
      pause: 'none',
      peers: event.peers ?? [],
      traces: traced([], event, event.model),
      summary: null,
    };
    const answers = new Map(thread.answers).set(event.answer, node);
    return { ...thread, answers, at: event.to === null ? thread.at : { answer: event.answer } };
  }
  const before = thread.answers.get(event.answer);
  if (before === undefined) return thread;
  const after = changed(before, event);
  return after === before ? thread : { ...thread, answers: new Map(thread.answers).set(event.answer, after) };
}

export const fold = (events: readonly LogEvent[]): Thread => events.reduce(add, empty);

/** Children by what they follow, newest last. */
interface Branches {
  readonly asked: ReadonlyMap<AnswerId | null, readonly AskedNode[]>;
  readonly answers: ReadonlyMap<AskedId, readonly AnswerNode[]>;
}

function branches(thread: Thread): Branches {
  const asked = new Map<AnswerId | null, AskedNode[]>();
  const answers = new Map<AskedId, AnswerNode[]>();
  for (const node of thread.asked.values()) asked.set(node.after, [...(asked.get(node.after) ?? []), node]);
  for (const node of thread.answers.values()) {
    if (node.to !== null) answers.set(node.to, [...(answers.get(node.to) ?? []), node]);
  }
  return { asked, answers };
}

function newestLeaf(answer: AnswerId, tree: Branches): AnswerId {
  const seen = new Set<AnswerId>();
  for (let leaf = answer; ;) {
    seen.add(leaf);
    const next: AskedNode | undefined = tree.asked.get(leaf)?.at(-1);
    const below: AnswerNode | undefined = next === undefined ? undefined : tree.answers.get(next.id)?.at(-1);
    if (below === undefined || seen.has(below.id)) return leaf;
    leaf = below.id;
  }
}

const askedVersions = (node: AskedNode, tree: Branches): Versions => {
  const all = tree.asked.get(node.after) ?? [node];
  const leafOf = (one: AskedNode): AnswerId | null => {
    const newest = tree.answers.get(one.id)?.at(-1);
    return newest === undefined ? null : newestLeaf(newest.id, tree);
  };
  return { index: all.indexOf(node), leaves: all.map(leafOf) };
};

const answerVersions = (node: AnswerNode, tree: Branches): Versions => {
  const all = node.to === null ? [node] : (tree.answers.get(node.to) ?? [node]);
  return { index: all.indexOf(node), leaves: all.map((one) => newestLeaf(one.id, tree)) };
};

const latest = <N extends AskedNode | AnswerNode>(nodes: Iterable<N>, fits: (node: N) => boolean): N | undefined =>
  [...nodes]
    .filter(fits)
    .toSorted((a, b) => a.seq - b.seq)
    .at(-1);

/** The node before one on its branch. Where that one's record was lost, what stood before it in time: the rest stays in sight (row W6). */
function parentOf(node: AskedNode | AnswerNode, thread: Thread): AskedNode | AnswerNode | undefined {
  if (node.is === 'asked') {
    if (node.after === null) return undefined;
    const found = thread.answers.get(node.after);
    return found ?? latest(thread.asked.values(), (one) => one.after !== node.after && one.seq < node.seq);
  }
  if (node.to === null) return undefined;
  const found = thread.asked.get(node.to);
  return found ?? latest(thread.answers.values(), (one) => one.to !== null && one.to !== node.to && one.seq < node.seq);
}

/** The nodes of the visible branch, oldest first. */
function path(thread: Thread): (AskedNode | AnswerNode)[] {
  const { at } = thread;
  const nodes = new Set<AskedNode | AnswerNode>();
  let node = at === null ? undefined : 'answer' in at ? thread.answers.get(at.answer) : thread.asked.get(at.asked);
  for (; node !== undefined && !nodes.has(node); node = parentOf(node, thread)) nodes.add(node);
  return [...nodes].toReversed();
}

/** Console runs stand where they happened: after the answer they followed, or by time where that one is not in sight. */
function withConsole(nodes: readonly (AskedNode | AnswerNode)[], thread: Thread): (AskedNode | AnswerNode)[] {
  const runs = [...thread.answers.values()].filter((node) => node.to === null);
  return runs.length === 0 ? [...nodes] : [...nodes, ...runs].toSorted((a, b) => a.seq - b.seq);
}

const sameVersions = (a: Versions, b: Versions): boolean =>
  a.index === b.index && a.leaves.length === b.leaves.length && a.leaves.every((leaf, at) => leaf === b.leaves[at]);

/** The conversation as one answer has it, whatever branch is looked at meanwhile. */
export const viewOf = (thread: Thread, answer: AnswerId): Conversation => view({ ...thread, at: { answer } });

/** The visible conversation. Entries that did not change keep their identity from `before`, so that nothing is redrawn for them. */
export function view(thread: Thread, before: Conversation | null = null): Conversation {
  const tree = branches(thread);
  const old = new Map<string, Entry>((before?.entries ?? []).map((entry) => [entry.id, entry]));
  const entries = withConsole(path(thread), thread).map((node): Entry => {
    const versions = node.is === 'asked' ? askedVersions(node, tree) : answerVersions(node, tree);
    const last = old.get(node.id);
    const entry: Entry = node.is === 'asked' ? { ...node, versions } : { ...node, versions };
    return last !== undefined && sameVersions(last.versions, versions) && same(last, entry) ? last : entry;
  });
  const leaf = entries.findLast((entry) => entry.is === 'answer' && entry.to !== null);
  return { entries, leaf: leaf?.is === 'answer' ? leaf.id : null };
}

function same(a: Entry, b: Entry): boolean {
  if (a.is === 'asked' || b.is === 'asked') return a.is === b.is && a.seq === b.seq;
  return (
    a.parts === b.parts &&
    a.state === b.state &&
    a.usage === b.usage &&
    a.counted === b.counted &&
    a.fault === b.fault &&
    a.pause === b.pause &&
    a.traces === b.traces &&
    a.summary === b.summary
  );
}
