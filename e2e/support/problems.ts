/** What must not happen in a journey: console errors, uncaught errors, policy violations. */
import { expect, type BrowserContext } from '@playwright/test';

export class Problems {
  readonly #seen: string[] = [];
  readonly #allowed: RegExp[] = [];

  /** Starts to listen; call before the first page is opened. */
  async watch(context: BrowserContext): Promise<void> {
    await context.exposeBinding('reportViolation', (_source, text: string) => void this.#seen.push(text));
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const report = (window as unknown as { reportViolation(text: string): void }).reportViolation;
        report(
          `CSP ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
        );
      });
    });
    context.on('console', (message) => {
      if (message.type() === 'error') this.#seen.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (thrown) => void this.#seen.push(`uncaught: ${String(thrown.error())}`));
  }

  /** For a journey that provokes one: an HTTP error the browser logs by itself. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  /** Fails with all that was seen and not allowed. */
  expectNone(): void {
    const left = this.#seen.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)));
    expect(left, 'console errors, uncaught errors and policy violations').toEqual([]);
  }
}
