/** A promise whose end comes from elsewhere. */
export interface Deferred<T> {
  readonly ended: Promise<T>;
  end(value: T): void;
}

/** A promise that is ended from outside. */
export function deferred<T>(): Deferred<T> {
  let end: (value: T) => void = () => undefined;
  const ended = new Promise<T>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}
