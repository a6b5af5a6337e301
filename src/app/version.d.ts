/** Set by Vite from package.json. */
declare const __SLUICE_VERSION__: string;
