const two = (value: number): string => String(value).padStart(2, '0');

/** A time as a log shows it, in local time: "14:03:07", or with its date where that is another day. Both in ms since 1970. */
export function moment(at: number, now: number = Date.now()): string {
  const then = new Date(at);
  const time = `${two(then.getHours())}:${two(then.getMinutes())}:${two(then.getSeconds())}`;
  if (then.toDateString() === new Date(now).toDateString()) return time;
  return `${then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })}, ${time}`;
}
