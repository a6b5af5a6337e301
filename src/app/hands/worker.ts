import { releaseProxy, wrap, type Remote } from 'comlink';
import { fail, type Outcome } from '../../core/outcome.ts';

/** Only the program's own worker files become scripts; anything else is a bug or an attack. */
const policy = window.trustedTypes?.createPolicy('sluice-worker', {
  createScriptURL(url) {
    const made = new URL(url, location.href);
    if (made.origin !== location.origin) throw new TypeError(`A worker from ${made.origin} is not allowed.`);
    return made.href;
  },
});

/** A worker that is started when first needed, and again after it died; what it was doing then fails, and does not hang. */
export interface Hands<T> {
  /** Runs `work` with the worker's methods. */
  use<V>(work: (remote: Remote<T>) => Promise<Outcome<V>>): Promise<Outcome<V>>;
  /** Ends the worker with whatever it is doing, which fails; the next use starts another. */
  end(): void;
}

export function startHands<T>(url: string, what: string): Hands<T> {
  let running: {
    readonly remote: Remote<T>;
    readonly died: Promise<Outcome<never>>;
    end(why: string): void;
  } | null = null;

  const start = () => {
    const trusted = policy === undefined ? url : (policy.createScriptURL(url) as unknown as string);
    const worker = new Worker(trusted, { type: 'module' });
    const remote = wrap<T>(worker);
    let end: (why: string) => void = () => undefined;
    const died = new Promise<Outcome<never>>((resolve) => {
      end = (why) => {
        running = null;
        remote[releaseProxy]();
        worker.terminate();
        resolve(
          fail(
            'bug',
            `The ${what} worker stopped working (${why}). It starts again with the next call; try once more.`,
          ),
        );
      };
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        end(event.message === '' ? 'it could not be started' : event.message);
      });
    });
    return { remote, died, end };
  };

  return {
    async use(work) {
      running ??= start();
      const { remote, died } = running;
      try {
        return await Promise.race([work(remote), died]);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        return fail('bug', `The ${what} worker failed in an unexpected way (${message}). Please report this.`);
      }
    },
    end: () => running?.end('it was ended'),
  };
}
