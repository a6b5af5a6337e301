import { fail, ok, type Outcome } from '../core/outcome.ts';

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');
const said = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/**
 * What a failed storage operation means for a person (row W6). `doing` completes the sentence "Sluice could not …".
 * Stored values never get into the message, since they may hold secrets (row X5).
 */
export function storageFault(error: unknown, doing: string): Outcome<never> {
  switch (nameOf(error)) {
    case 'QuotaExceededError':
      return fail(
        'quota',
        `Sluice could not ${doing}: the space the browser gives it is full. Nothing that was saved before is lost. ` +
          'Remove chats or projects you no longer need, or free space on the disk, then try again.',
      );
    case 'InvalidStateError':
      return fail(
        'storage',
        `Sluice could not ${doing}: this tab’s connection to its database was closed, since another tab updated Sluice or the ` +
          'browser cleared its data. Reload this tab.',
      );
    case 'VersionError':
      return fail(
        'storage',
        `Sluice could not ${doing}: the data in this browser was written by a newer version of Sluice. ` +
          'Reload the page to get that version.',
      );
    case 'DataCloneError':
      return fail(
        'bug',
        `Sluice could not ${doing}: the value cannot be stored. This is a fault in Sluice; please report it.`,
      );
    default:
      return fail(
        'storage',
        `Sluice could not ${doing}: the browser’s storage answered "${said(error)}". ` +
          'Try again; if it stays so, check that this site may store data (a private window may forbid it).',
      );
  }
}

/** Runs storage work whose only failures are the browser's, and gives them back as values. */
export async function attempt<T>(doing: string, work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return ok(await work());
  } catch (error) {
    return storageFault(error, doing);
  }
}

/**
 * Runs work inside one transaction and answers once it is on its way to the disk (`strict` ones: once it is there).
 * Either all of it is kept or none.
 */
export async function transact<Transaction extends { readonly done: Promise<void>; abort(): void }, T>(
  doing: string,
  begin: () => Transaction,
  work: (transaction: Transaction) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let done: Promise<unknown> = Promise.resolve(null);
  let undo: () => void = () => undefined;
  try {
    const transaction = begin();
    undo = () => transaction.abort();
    // The transaction's own failure tells more than that of the request it took down (a full disk shows there only).
    done = transaction.done.then(
      () => null,
      (error: unknown) => error,
    );
    const outcome = await work(transaction);
    const failed = await done;
    return failed === null ? outcome : storageFault(failed, doing);
  } catch (error) {
    // What was thrown between two requests leaves the transaction standing: it would keep those before.
    const undone = succeeds(undo);
    const failed = await done;
    return storageFault(undone ? error : (failed ?? error), doing);
  }
}

/** False where the transaction was over already: the browser aborted it, and says why. */
function succeeds(undo: () => void): boolean {
  try {
    undo();
    return true;
  } catch {
    return false;
  }
}
