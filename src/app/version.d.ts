/** Set by Vite from package.json. */
declare const __SLUICE_VERSION__: string;
/** The public https origin a build is made for (environment SLUICE_ORIGIN), or '' (row M5). */
declare const __SLUICE_ORIGIN__: string;
