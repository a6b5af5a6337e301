import { fail, ok, type Outcome } from '../../../core/outcome.ts';

/** Minutes as they were typed: whole, from one minute to a day. */
export function minutesOf(text: string): Outcome<number> {
  const number = /^\d{1,4}$/u.test(text.trim()) ? Number(text.trim()) : 0;
  return number >= 1 && number <= 1_440
    ? ok(number)
    : fail('bad-arguments', 'Give whole minutes from 1 to 1,440. The last valid number stays in force.');
}

/** A registry's address as it was typed, without a trailing slash. */
export function registryOf(text: string): Outcome<string> {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  const plain =
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === '';
  return plain
    ? ok(trimmed.replace(/\/+$/u, ''))
    : fail(
        'bad-arguments',
        'Give the whole address, like https://registry.example.com, without a query. The last valid one stays in force.',
      );
}
