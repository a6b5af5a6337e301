/**
 * Zod (which the provider package brings) builds functions out of text to be faster; under this page's policy that
 * fails and is reported each time. It reads this switch when it is loaded: import this before anything with zod in it.
 */
const config: unknown = Reflect.get(globalThis, '__zod_globalConfig');
Reflect.set(globalThis, '__zod_globalConfig', { ...(typeof config === 'object' ? config : {}), jitless: true });
