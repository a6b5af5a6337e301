/**
 * Zod (which the provider package brings) builds functions out of text to be faster; under this page's policy that
 * fails and is reported each time. It reads this switch when it is loaded: import this before anything with zod in it.
 */
const config: unknown = Reflect.get(globalThis, '__zod_globalConfig');
// Where zod was loaded before by another chunk it holds on to its object: that one is changed, not replaced.
if (typeof config === 'object' && config !== null) Reflect.set(config, 'jitless', true);
else Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
