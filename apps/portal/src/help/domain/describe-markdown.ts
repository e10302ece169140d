import { plainText } from '@keyhaven/api-docs/markdown/plain-text';
import { marked, type Token } from 'marked';

/**
 * Returns the title and the summary of a document: the first heading, and the first paragraph as one line without
 * formatting. A link in parentheses is left out, because its text means nothing without the link.
 */
export function describeMarkdown(markdown: string): { title: string; summary: string } {
  const tokens = marked.lexer(markdown);
  const textOf = (type: string) => {
    const raw = tokens.find((token: Token) => token.type === type)?.raw ?? '';
    return plainText(raw.replace(/\s*\(\[[^\]]*\]\([^)]*\)\)/g, ''));
  };
  return { title: textOf('heading').replace(/^#+ /, ''), summary: textOf('paragraph').replace(/:$/, '.') };
}
