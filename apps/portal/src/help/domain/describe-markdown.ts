import { plainText } from '@keyhaven/api-docs/markdown/plain-text';
import { marked, type Token } from 'marked';

/**
 * The title and the summary of a document: its first heading, and its first paragraph as one line without marks. Brackets
 * that contain only a link are left out, because their words mean nothing without it.
 */
export function describeMarkdown(markdown: string): { title: string; summary: string } {
  const tokens = marked.lexer(markdown);
  const textOf = (type: string) => {
    const raw = tokens.find((token: Token) => token.type === type)?.raw ?? '';
    return plainText(raw.replace(/\s*\(\[[^\]]*\]\([^)]*\)\)/g, ''));
  };
  return { title: textOf('heading').replace(/^#+ /, ''), summary: textOf('paragraph').replace(/:$/, '.') };
}
