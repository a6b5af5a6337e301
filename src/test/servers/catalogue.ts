/** The registry and the servers with a CORS fault, as commands of vitest's browser mode. */
import type { BrowserCommand } from 'vitest/node';
import { startCors, type CorsServer } from './cors.ts';
import type { Running } from './http.ts';
import { startRegistry } from './registry.ts';

let registry: Promise<Running> | null = null;
let cors: Promise<CorsServer> | null = null;

const testRegistry: BrowserCommand = async () => (await (registry ??= startRegistry())).origin;
const testCors: BrowserCommand = async () => (await (cors ??= startCors())).origin;
const testCorsAsked: BrowserCommand = async () => (await (cors ??= startCors())).asked();

/** Spread into `commands` of the configuration. */
export const catalogueCommands = { testRegistry, testCors, testCorsAsked };

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Where the registries of `registry.ts` are. */
    testRegistry(): Promise<string>;
    /** Where the servers of `cors.ts` are. */
    testCors(): Promise<string>;
    /** What was asked of them since the last question. */
    testCorsAsked(): Promise<string[]>;
  }
}
