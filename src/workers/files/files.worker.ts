import { expose } from 'comlink';
import { makeFiles } from './api.ts';

// Thin on purpose: everything lives in modules that tests can call without a worker.
expose(makeFiles());
