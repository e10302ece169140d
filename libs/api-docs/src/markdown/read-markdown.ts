import { HeadingIds } from './heading-ids';
import { plainText } from './plain-text';

/** The ids of all headings and anchors of a document. */
export function anchorsOf(markdown: string): Set<string> {
  const ids = new HeadingIds();
  const headings = withoutCode(markdown).matchAll(/^#{1,6} (.*)$/gm);
  const anchors = withoutCode(markdown).matchAll(/<a id="([^"]+)">/g);
  return new Set([
    ...[...headings].map(([, text]) => ids.next(plainText(text!))),
    ...[...anchors].map(([, id]) => id!),
  ]);
}

/** The targets of all links of a document. */
export function linksOf(markdown: string): string[] {
  const text = withoutCode(markdown).replace(/`[^`\n]*`(?!\])/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address]) => address!);
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[^]*?^```$/gm, '');
}
