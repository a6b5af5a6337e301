// The page a sign-in server sends the person back to (row M5). It hands what the address says to the page of Sluice that
// waits for exactly this sign-in, by its `state`, and closes. It decides nothing: that page checks state and sender.
'use strict';

(() => {
  const said = document.getElementById('said');
  const say = (text) => {
    said.textContent = text;
  };
  const query = new URLSearchParams(location.search);
  // The code does not stay in the address, the history or a screenshot.
  history.replaceState(null, '', location.pathname);

  const state = query.get('state');
  const code = query.get('code');
  const error = query.get('error');
  if (state === null || (code === null && error === null)) {
    say(
      error === null
        ? 'This page ends a sign-in that Sluice began. There is none to end: you can close this window.'
        : 'The sign-in did not succeed, and the server did not say which one it was. Go back to Sluice, give the sign-in up there, and try again. You can close this window.',
    );
    return;
  }

  const channel = new BroadcastChannel(`sluice-oauth-${state}`);
  // It listens on: a busy page may take the answer late.
  const unheard = setTimeout(
    () =>
      say(
        'No page of Sluice waits for this sign-in any more. Go back to Sluice and press Sign in again. You can close this window.',
      ),
    5000,
  );
  channel.addEventListener('message', ({ data }) => {
    if (data?.taken !== true) return;
    clearTimeout(unheard);
    channel.close();
    say('Sluice has the answer and goes on by itself. You can close this window.');
    window.close();
  });
  channel.postMessage({
    state,
    ...(code === null ? { error, said: query.get('error_description') ?? '' } : { code }),
    ...(query.get('iss') === null ? {} : { iss: query.get('iss') }),
  });
})();
