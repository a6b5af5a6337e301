/** What changed in another tab counts here at once (row T4). */
export type Changed = 'settings' | 'chats' | 'projects' | 'providers' | 'servers' | 'rosters' | 'pins' | 'signins';

const kinds: ReadonlySet<unknown> = new Set<Changed>([
  'settings',
  'chats',
  'projects',
  'providers',
  'servers',
  'rosters',
  'pins',
  'signins',
]);

/** Tells other tabs what changed, and hears what they changed. Messages carry no data: what they name is read again. */
export function linkTabs(heard: (what: Changed) => void): (what: Changed) => void {
  const channel = new BroadcastChannel('sluice');
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (kinds.has(event.data)) heard(event.data as Changed);
  });
  return (what) => channel.postMessage(what);
}
