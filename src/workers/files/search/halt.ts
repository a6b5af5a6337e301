import { ok, type Fault, type Outcome } from '../../../core/outcome.ts';
import { cancelled, faultOf, type Doing } from '../errors.ts';

/** Ends a search from deep inside its loops; `halting` turns it back into a value, so it never leaves this room. */
export class Halt extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.name = 'Halt';
    this.fault = fault;
  }
}

/** The person or the page stopped the call. */
export const stopped = (): Halt => new Halt(cancelled().fault);

/** Runs a whole piece of work; a halt or an error of the browser comes back as a fault. */
export async function halting<T>(doing: Doing, work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return ok(await work());
  } catch (error) {
    return { ok: false, fault: error instanceof Halt ? error.fault : faultOf(error, doing) };
  }
}
