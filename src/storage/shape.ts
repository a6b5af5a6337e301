/** Small checks for records read back from disk: what is broken there must not break the program (row W6). */
import { isObject } from '../core/json.ts';

export type Check = (value: unknown) => boolean;

export const text: Check = (value) => typeof value === 'string';
/** Any finite number. */
export const count: Check = (value) => Number.isFinite(value);
export const flag: Check = (value) => typeof value === 'boolean';
export const bytes: Check = (value) => value instanceof Uint8Array;
export const object: Check = isObject;
export const anything: Check = () => true;

export const oneOf =
  (...allowed: readonly (string | boolean)[]): Check =>
  (value) =>
    allowed.some((each) => each === value);

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

/** The field may be absent. */
export const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

export const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

export const either =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));

/** An object with at least these fields; what else it holds is not looked at. */
export const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([name, check]) => check(value[name]));
