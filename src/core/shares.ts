/** Which calls of one round are the same call, and share one card and one execution (row A5). In memory only. */
import type { Asked, Why } from './gate.ts';
import { sameModel, type CallId, type ModelRef } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { Outcome } from './outcome.ts';
import type { ToolResult } from './tool.ts';

/** What a shared call's leader has come to, for those that follow it. */
export type News =
  | {
      readonly is: 'done';
      readonly from: CallId;
      readonly why: Why;
      readonly by: 'rule' | 'person';
      readonly outcome: Outcome<ToolResult>;
    }
  | { readonly is: 'declined'; readonly why: Why; readonly reason: string }
  /** The person changed the arguments on the shared card (row A6). */
  | { readonly is: 'edited'; readonly why: Why; readonly args: JsonObject };

export interface Shares {
  /**
   * A call that would ask or run takes its place. `key` names what it does, and on which text of the tool. The first is the
   * leader, the same call of another model follows it; a second one of the same model is `alone`, and shares nothing.
   */
  join(
    call: Asked,
    key: string,
  ): { readonly is: 'leader' | 'alone' } | { readonly is: 'follower'; readonly of: CallId };
  /** Resolves when there is something for this follower to look at: news, or another leader. */
  wait(call: CallId): Promise<void>;
  /** What a follower has not yet taken in, oldest first. */
  news(call: CallId): readonly News[];
  /** Whether there is something it has not yet taken in: that comes before it joins anything. */
  pending(call: CallId): boolean;
  /** The leader of this follower, or null. */
  leaderOf(call: CallId): CallId | null;
  /** The leader's arguments were changed: its share goes on under another key. */
  edited(leader: CallId, key: string, news: Extract<News, { is: 'edited' }>): void;
  /** The leader ended for all: its followers take the news, and who comes later does not share it any more. */
  end(leader: CallId, news: Exclude<News, { is: 'edited' }>): void;
  /** A call has ended, or shares no longer. Where it led, the next one leads. */
  leave(call: CallId): void;
}

interface Member {
  readonly call: CallId;
  readonly model: ModelRef | null;
  news: News[];
  wake: () => void;
}

interface Share {
  key: string;
  /** The first one leads; empty once it ended for all. */
  members: Member[];
  over: boolean;
}

/** `changed` hears which models share the card of a leader, its own first; none any more once it has left. */
export function makeShares(changed: (leader: CallId, models: readonly ModelRef[]) => void): Shares {
  const byKey = new Map<string, Share>();
  const byCall = new Map<CallId, Share>();
  const memberOf = (call: CallId): Member | undefined => byCall.get(call)?.members.find((one) => one.call === call);
  const leads = (share: Share, call: CallId): boolean => !share.over && share.members[0]?.call === call;
  const forget = (share: Share): void => {
    if (byKey.get(share.key) === share) byKey.delete(share.key);
  };
  const tell = (share: Share): void => {
    const [leader] = share.members;
    if (leader === undefined || share.over) return;
    changed(
      leader.call,
      share.members.flatMap((one) => (one.model === null ? [] : [one.model])),
    );
  };
  const rekey = (share: Share, key: string): void => {
    forget(share);
    share.key = key;
    if (!byKey.has(key)) byKey.set(key, share);
  };
  const post = (share: Share, news: News): void => {
    for (const one of share.members.slice(1)) {
      one.news.push(news);
      one.wake();
    }
  };
  const shares: Shares = {
    join(call, key) {
      const now = byCall.get(call.id);
      if (now !== undefined && leads(now, call.id)) {
        if (now.key !== key) rekey(now, key);
        return { is: 'leader' };
      }
      if (now !== undefined && !now.over && now.key === key) return { is: 'follower', of: now.members[0]?.call ?? '' };
      if (now !== undefined) shares.leave(call.id);
      const member: Member = { call: call.id, model: call.model, news: [], wake: () => undefined };
      const found = byKey.get(key);
      if (found === undefined) {
        const share: Share = { key, members: [member], over: false };
        byKey.set(key, share);
        byCall.set(call.id, share);
        return { is: 'leader' };
      }
      if (found.members.some((one) => sameModel(one.model, call.model))) return { is: 'alone' };
      found.members.push(member);
      byCall.set(call.id, found);
      tell(found);
      return { is: 'follower', of: found.members[0]?.call ?? '' };
    },
    wait(call) {
      const member = memberOf(call);
      if (member === undefined || member.news.length > 0) return Promise.resolve();
      return new Promise((resolve) => {
        member.wake = resolve;
      });
    },
    news(call) {
      const member = memberOf(call);
      const news = member?.news ?? [];
      if (member !== undefined) member.news = [];
      return news;
    },
    pending: (call) => (memberOf(call)?.news.length ?? 0) > 0,
    leaderOf(call) {
      const share = byCall.get(call);
      const leader = share?.over === false ? share.members[0]?.call : undefined;
      return leader === undefined || leader === call ? null : leader;
    },
    edited(leader, key, news) {
      const share = byCall.get(leader);
      if (share === undefined || !leads(share, leader)) return;
      rekey(share, key);
      post(share, news);
    },
    end(leader, news) {
      const share = byCall.get(leader);
      if (share === undefined || !leads(share, leader)) return;
      forget(share);
      share.over = true;
      post(share, news);
    },
    leave(call) {
      const share = byCall.get(call);
      if (share === undefined) return;
      const led = leads(share, call);
      // Whatever card it has from now on is its own.
      if (share.members[0]?.call === call) changed(call, []);
      byCall.delete(call);
      share.members = share.members.filter((one) => one.call !== call);
      if (share.members.length === 0) forget(share);
      tell(share);
      if (led) for (const one of share.members) one.wake();
    },
  };
  return shares;
}
