// Lets the newer suite start on Node 20: it imports `globSync`, which came with Node 22 and which no client scenario uses.
import { register } from 'node:module';

const source = `
const fs = 'data:text/javascript,export * from "node:fs"; export const globSync = () => [];';
export const resolve = (specifier, context, next) =>
  specifier === 'fs' && context.parentURL?.includes('/conformance-next/')
    ? { url: fs, shortCircuit: true }
    : next(specifier, context);
`;
register(`data:text/javascript,${encodeURIComponent(source)}`);
