import { shown } from '../../../core/visible.ts';

/** A reader is told the beginning; the whole stands in the conversation. */
const mostSpoken = 400;
/** Enough source for that much speech; the rest is not looked at. */
const mostRead = 2_000;

/**
 * Markdown as it would be read aloud: words without their marks, a picture by its description, a block of code by its
 * name (row U3). For a live region only; what is shown is parsed properly.
 */
export function spoken(text: string): string {
  const plain = text
    .slice(0, mostRead)
    .replace(
      /^ {0,3}(?:```|~~~)[ \t]*([\w+#-]*)[^\n]*\n[\s\S]*?(?:^ {0,3}(?:```|~~~)[ \t]*$|(?![\s\S]))/gmu,
      '$1 code.\n',
    )
    .replace(/!\[([^\]\n]*)\]\([^)\n]*\)/gu, 'image: $1')
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/gu, '$1')
    .replace(/^[ \t]*(?:(?:>|#{1,6}(?=[ \t])|[-*+](?=[ \t]))[ \t]*)+/gmu, '')
    .replace(/^[ \t]*(?:[-*_][ \t]*){3,}$/gmu, '')
    .replace(/^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+[ \t:|-]*$/gmu, '')
    .replace(/\*\*|__|~~|`+/gu, '')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}*])/gu, '')
    .replace(/[ \t]*\|[ \t]*/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return shown(plain.length > mostSpoken ? `${plain.slice(0, mostSpoken)}…` : plain);
}
