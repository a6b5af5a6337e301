import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = { bash, cpp, css, diff, go, java, javascript, json, python, rust, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
hljs.registerAliases(['tsx', 'mts', 'cts'], { languageName: 'typescript' });
hljs.registerAliases(['jsonc', 'json5'], { languageName: 'json' });

/** A run of code in one colour; `kind` is '' for plain text, else a class such as `hljs-keyword`. */
export interface Run {
  readonly kind: string;
  readonly text: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
const unescaped = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/gu, (name) => escapes[name] ?? name);

/**
 * Code as coloured runs, or null where the language is not one of these. The library answers with HTML of nothing but
 * spans; it is read here as text, so that no HTML ever reaches the page.
 */
export function highlight(code: string, language: string): readonly Run[] | null {
  if (hljs.getLanguage(language) === undefined) return null;
  const html = hljs.highlight(code, { language, ignoreIllegals: true }).value;
  const runs: Run[] = [];
  const stack: string[] = [];
  for (const [, open, close, text] of html.matchAll(/<span class="([\w\- ]*)">|(<\/span>)|([^<]+)/gu)) {
    if (open !== undefined) stack.push(open);
    else if (close !== undefined) stack.pop();
    else if (text !== undefined) runs.push({ kind: stack.at(-1) ?? '', text: unescaped(text) });
  }
  return runs;
}
