const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago something was, as short as a list can show it: "now", "5 min", "2 h", "Fri", "3 Nov", "3 Nov 2025". Both in ms. */
export function ago(at: number, now: number): string {
  const past = Math.max(0, now - at);
  if (past < minute) return 'now';
  if (past < hour) return `${Math.floor(past / minute)} min`;
  if (past < day) return `${Math.floor(past / hour)} h`;
  const then = new Date(at);
  if (past < 6 * day) return then.toLocaleDateString('en', { weekday: 'short' });
  const sameYear = then.getFullYear() === new Date(now).getFullYear();
  return then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) });
}

/** A count as short as a line can show it: 950, 1.2k, 41k, 1.3M. */
export function short(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 999_500) return `${(count / 1_000).toFixed(count < 9_950 ? 1 : 0)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}
