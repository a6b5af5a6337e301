import type { AnswerEntry } from '../../core/conversation.ts';
import type { AskedId, ModelRef, ProjectId } from '../../core/ids.ts';
import type { Fault } from '../../core/outcome.ts';
import { declinedIn, goOn, goOnAlone, recover, recoverRound } from '../../core/recover.ts';
import type { Role } from '../../core/prompt.ts';
import type { ChatRecord } from '../../core/records.ts';
import { round, type Round } from '../../core/round.ts';
import type { Running } from '../../core/running.ts';
import { compact } from '../../core/summary.ts';
import { loop } from '../../core/turn.ts';
import type { World } from '../../core/world.ts';
import { contentsOf } from './attachments.ts';
import { peersOf, type Act } from './act.ts';
import type { Deps } from './deps.ts';
import type { Ledger } from './ledger.ts';
import { promptsOf } from './prompts.ts';
import { makeWorld, type Ground } from './world.ts';

/** How an answer ended, for its `closed`. */
export interface End {
  readonly as: 'done' | 'stopped' | 'failed' | 'interrupted';
  readonly fault: Fault | null;
}

interface Chat {
  readonly deps: Deps;
  readonly ledger: Ledger;
  record(): ChatRecord;
  /** The chat's primary as of now. */
  model(): ModelRef;
  groundOf(act: Act, project: ProjectId | null, primary: ModelRef | null): Ground;
}

/** The ways an answer gets under way: anew, after a reload, and again after an interruption. None of them writes `closed`. */
export interface Answering {
  begin(act: Act, to: AskedId): Promise<End>;
  /** Picks up what a closed page left running (row W6). */
  pickUp(act: Act, one: AnswerOf): Promise<End>;
  /** Goes on with an answer that was interrupted (rows F1, W6). */
  goOn(act: Act, one: AnswerOf): Promise<End>;
}
type AnswerOf = Omit<AnswerEntry, 'versions'>;

export function makeAnswering({ deps, ledger, record, model, groundOf }: Chat): Answering {
  const worldOf = (...of: Parameters<typeof groundOf>): World => makeWorld(groundOf(...of));
  const files = () => contentsOf(ledger.thread());

  async function roundOf(act: Act, system: (role: Role) => string, declined: string[] = []): Promise<Round> {
    const { roundMinutes } = deps.rulebook.now().settings;
    const { answer, stop, parts } = act;
    return { answer, files: await files(), stop, parts, declined, system, minutes: roundMinutes };
  }

  /** The run of an answer's primary: of the whole answer where it answers alone. */
  async function runOf(act: Act, one: Pick<AnswerOf, 'model' | 'peers'>, system: string): Promise<Running> {
    const several = one.peers.length > 0;
    return {
      answer: act.answer,
      model: one.model ?? model(),
      phase: several ? 'dispatch' : 'solo',
      role: several ? 'primary' : 'solo',
      system,
      files: await files(),
      stop: act.stop,
      declined: [],
    };
  }

  return {
    async begin(act, to) {
      const chat = record();
      const primary = model();
      const peers = peersOf(chat.peers, primary);
      const several = peers.length > 0;
      const system = await promptsOf(chat, chat.project, deps, act.stop);
      await ledger.append(
        {
          kind: 'began',
          to,
          project: chat.project,
          after: null,
          system: several ? '' : system('solo'),
          ...(several ? { peers } : {}),
        },
        { answer: act.answer, model: primary, phase: 'solo', turn: 0 },
      );
      await Promise.race([deps.warm(), act.stop.wait]);
      const work = async (): Promise<End> => {
        const world = worldOf(act, chat.project, primary);
        const run = await runOf(act, { model: primary, peers }, system(several ? 'primary' : 'solo'));
        await compact(run, world);
        return several ? round(await roundOf(act, system), world) : loop(run, world);
      };
      return (await deps.alone(act.answer, true, work)) ?? { as: 'failed', fault: null };
    },
    async pickUp(act, one) {
      const world = worldOf(act, one.project, one.model);
      const declined = declinedIn(one, world);
      if (one.peers.length > 0) {
        const system = await promptsOf(record(), one.project, deps, act.stop);
        return recoverRound(await roundOf(act, system, declined), world);
      }
      const run = await runOf(act, one, one.system);
      return recover({ ...run, declined, phase: one.to === null ? 'console' : 'solo' }, world);
    },
    async goOn(act, { id }) {
      await Promise.race([deps.warm(), act.stop.wait]);
      const work = async (): Promise<End> => {
        // Another tab may have gone on with it while this one waited for its turn: nothing must run twice (row W4).
        const fresh = await ledger.catchUp();
        if (!fresh.ok) return { as: 'interrupted', fault: fresh.fault };
        const one = ledger.thread().answers.get(id);
        if (one === undefined || one.state === 'done') return { as: 'done', fault: null };
        const world = worldOf(act, one.project, one.model);
        const declined = declinedIn(one, world);
        if (one.peers.length === 0) return goOnAlone({ ...(await runOf(act, one, one.system)), declined }, world);
        const system = await promptsOf(record(), one.project, deps, act.stop);
        return goOn(await roundOf(act, system, declined), world);
      };
      return (await deps.alone(id, true, work)) ?? { as: 'failed', fault: null };
    },
  };
}
