/** Folds a chat's log into the conversation that is drawn. Pure: the same events always give the same conversation. */
import type { AnswerEntry, AskedEntry, Conversation, Entry, Versions } from './conversation.ts';
import type { AnswerId, AskedId } from './ids.ts';
import type { LogEvent } from './log.ts';
import { changed } from './answer.ts';
import { replaced } from './overlay.ts';
import { noUsage, traced } from './trace.ts';

type AskedNode = Omit<AskedEntry, 'versions'>;
type AnswerNode = Omit<AnswerEntry, 'versions'>;

/** The whole chat: every branch of it. `at` is where the visible branch ends. */
export interface Thread {
  /** The same as long as no message or answer came and no other branch was chosen: what holds of the order then still does. */
  readonly shape: object;
  readonly asked: ReadonlyMap<AskedId, AskedNode>;
  readonly answers: ReadonlyMap<AnswerId, AnswerNode>;
  readonly at: { readonly asked: AskedId } | { readonly answer: AnswerId } | null;
}

export const empty: Thread = { shape: {}, asked: new Map(), answers: new Map(), at: null };

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
    return { ...thread, shape: {}, asked: new Map(thread.asked).set(event.id, node), at: { asked: event.id } };
  }
  // A run from the console is no branch: it stands beside the conversation.
  if (event.kind === 'chose')
    return (thread.answers.get(event.leaf)?.to ?? null) === null
      ? thread
      : { ...thread, shape: {}, at: { answer: event.leaf } };
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
    return { ...thread, shape: {}, answers, at: event.to === null ? thread.at : { answer: event.answer } };
  }
  const before = thread.answers.get(event.answer);
  if (before === undefined) return thread;
  const after = changed(before, event);
  return after === before ? thread : { ...thread, answers: replaced(thread.answers, event.answer, after) };
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

/** The conversation as one answer has it, whatever branch is looked at meanwhile. */
export const viewOf = (thread: Thread, answer: AnswerId): Conversation =>
  view({ ...thread, shape: {}, at: { answer } });

/** The order of a conversation and each entry's versions: worked out once, and not at every word that is added. */
interface Order {
  readonly ids: readonly {
    readonly asked: AskedId | null;
    readonly answer: AnswerId | null;
    readonly versions: Versions;
  }[];
  readonly leaf: AnswerId | null;
}
const orders = new WeakMap<object, Order>();

function orderOf(thread: Thread): Order {
  const known = orders.get(thread.shape);
  if (known !== undefined) return known;
  const tree = branches(thread);
  const nodes = withConsole(path(thread), thread);
  const leaf = nodes.findLast((node) => node.is === 'answer' && node.to !== null);
  const order = {
    ids: nodes.map((node) =>
      node.is === 'asked'
        ? { asked: node.id, answer: null, versions: askedVersions(node, tree) }
        : { asked: null, answer: node.id, versions: answerVersions(node, tree) },
    ),
    leaf: leaf?.is === 'answer' ? leaf.id : null,
  };
  orders.set(thread.shape, order);
  return order;
}

/** What each entry was made of, so that one look tells whether it changed. */
const madeOf = new WeakMap<Entry, { readonly node: AskedNode | AnswerNode; readonly versions: Versions }>();

const sameVersions = (a: Versions, b: Versions): boolean =>
  a === b ||
  (a.index === b.index && a.leaves.length === b.leaves.length && a.leaves.every((leaf, at) => leaf === b.leaves[at]));

/** The visible conversation. Entries that did not change keep their identity from `before`, so that nothing is redrawn for them. */
export function view(thread: Thread, before: Conversation | null = null): Conversation {
  const order = orderOf(thread);
  const old = before?.entries ?? [];
  // Most often the entries stand where they stood; only where they do not are they looked up.
  let index: ReadonlyMap<string, Entry> | null = null;
  const entries = order.ids.flatMap(({ asked, answer, versions }, at): Entry[] => {
    const node = asked === null ? thread.answers.get(answer ?? '') : thread.asked.get(asked);
    if (node === undefined) return [];
    let last = old[at];
    if (last !== undefined && last.id !== node.id) {
      index ??= new Map(old.map((entry) => [entry.id, entry]));
      last = index.get(node.id);
    }
    const made = last === undefined ? undefined : madeOf.get(last);
    if (last !== undefined && made?.node === node && sameVersions(made.versions, versions)) return [last];
    const entry: Entry = node.is === 'asked' ? { ...node, versions } : { ...node, versions };
    madeOf.set(entry, { node, versions });
    return [entry];
  });
  return { entries, leaf: order.leaf };
}
