/** Pinning (row T6): what a tool is, as text, so that a change is seen and can be read. */
import { isObject, type Json } from './json.ts';
import type { Tool } from './tool.ts';

/** JSON over several lines with its keys sorted: another order of keys is no change. */
function pretty(value: Json, indent = ''): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => `${deeper}${pretty(item, deeper)}`);
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (isObject(value)) {
    const keys = Object.keys(value).toSorted();
    const lines = keys.map((key) => `${deeper}${JSON.stringify(key)}: ${pretty(value[key] ?? null, deeper)}`);
    return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
  }
  return JSON.stringify(value);
}

/** A name on one line: what would break out of it, or look as if it had, stands quoted. */
const line = (text: string): string => (/[\\\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? JSON.stringify(text) : text);

/** Tools are plain data that nobody changes, and the text of one is wanted at every decision: it is made once. */
const texts = new WeakMap<Tool, string>();

/** All that a server says of a tool: what is approved, and compared later. Two equal texts are the same tool. */
export function pinText(tool: Tool): string {
  const made = texts.get(tool);
  if (made !== undefined) return made;
  const text = written(tool);
  texts.set(tool, text);
  return text;
}

function written(tool: Tool): string {
  const parts = [
    `Name: ${line(tool.name)}`,
    `Title: ${line(tool.label)}`,
    `Description:\n${tool.description}`,
    `Arguments:\n${pretty(tool.schema)}`,
  ];
  if (tool.result !== undefined) parts.push(`Result:\n${pretty(tool.result)}`);
  if (tool.hints !== undefined) parts.push(`Annotations:\n${pretty(tool.hints)}`);
  return `${parts.join('\n\n')}\n`;
}

/** Whether a tool is what was pinned. Nothing pinned yet is no change; a null pin (one that could not be read) is one (row G11). */
export const pinned = (tool: Tool, pin: string | null | undefined): 'same' | 'changed' =>
  pin === undefined || pin === pinText(tool) ? 'same' : 'changed';
