/** Whether keys are called by their Mac names. */
export const onMac = (): boolean => /mac|iphone|ipad/iu.test(navigator.platform);

/** The keys that work now (row U2), for the sheet in Settings → Shortcuts; `mod` is Ctrl, or ⌘ on a Mac. */
export const shortcuts: readonly { readonly keys: readonly string[]; readonly does: string; readonly where: string }[] =
  [
    { keys: ['Enter'], does: 'Send the message', where: 'Composer' },
    { keys: ['Shift', 'Enter'], does: 'New line', where: 'Composer' },
    { keys: ['/'], does: 'Open the tool console', where: 'Composer, as the first character' },
    { keys: ['/'], does: 'Go to the composer', where: 'Outside of fields' },
    { keys: ['mod', 'Shift', 'O'], does: 'New chat', where: 'Everywhere' },
    { keys: ['Alt', '↑'], does: 'Chat above', where: 'Everywhere' },
    { keys: ['Alt', '↓'], does: 'Chat below', where: 'Everywhere' },
    { keys: ['mod', 'J'], does: 'Go to the waiting card or check-in', where: 'Everywhere' },
    { keys: ['Enter'], does: 'Approve', where: 'Approval card with focus' },
    { keys: ['Escape'], does: 'Deny', where: 'Approval card with focus' },
    { keys: ['Enter'], does: 'Continue', where: 'The question whether to go on, with focus' },
    { keys: ['Escape'], does: 'Stop and summarize', where: 'While that question stands' },
    { keys: ['Escape'], does: 'Stop the answer', where: 'Elsewhere, while an answer runs' },
    { keys: ['?'], does: 'This list', where: 'Outside of fields' },
  ];
