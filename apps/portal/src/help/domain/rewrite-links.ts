import path from 'node:path';

/**
 * Replaces links to other documents of the repository with the paths of the help pages of these
 * documents. A link to a file that has no help page is replaced with the text of the link. Links in
 * code blocks do not change.
 * @param folder the folder of the document within the repository, such as docs/integrators.
 * @param addressOf a function that returns the path of a file's help page, or undefined if the file
 * has no help page.
 */
export function rewriteLinks(
  markdown: string,
  folder: string,
  addressOf: (file: string) => string | undefined,
): string {
  return outsideCode(markdown, (text) =>
    text.replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (link, words: string, target: string) => {
      if (/^(?:[a-z]+:|#|\/)/i.test(target)) return link;
      const [file = '', anchor] = target.split('#');
      const address = addressOf(path.posix.join(folder, file));
      if (address === undefined) return words;
      return `[${words}](${address}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
}

/** Changes the links to help pages into links to the markdown of these pages. */
export function linkToMarkdown(markdown: string): string {
  return outsideCode(markdown, (text) =>
    text.replace(/\]\((\/help\/[^)#]+)(#[^)]*)?\)/g, (_link, page: string, anchor = '') => `](${page}.md${anchor})`),
  );
}

/** Applies a change to the lines that are not in code blocks. */
function outsideCode(markdown: string, change: (text: string) => string): string {
  const parts = markdown.split(/^(```[^]*?^```$)/m);
  return parts.map((part) => (part.startsWith('```') ? part : change(part))).join('');
}
