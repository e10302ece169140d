import { Marked, type Tokens } from 'marked';
import { plainText } from '@keyhaven/api-docs/markdown/plain-text';
import { HeadingIds } from '@keyhaven/api-docs/markdown/heading-ids';

interface Heading {
  id: string;
  text: string;
}

interface RenderedMarkdown {
  /** The document as HTML, without the first heading. HTML in the markdown is escaped. */
  html: string;
  /** The headings of the second level. */
  headings: Heading[];
}

/**
 * Renders a document with the components of the portal's pages: code blocks with a copy button, and tables that become
 * cards on a phone. The result needs no inline styles or scripts.
 */
export function renderMarkdown(markdown: string): RenderedMarkdown {
  const ids = new HeadingIds();
  const headings: Heading[] = [];
  const counts = { code: 0, table: 0 };
  const renderer = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = ids.next(plainText(text));
        if (depth === 1) return '';
        if (depth === 2) headings.push({ id, text: plainText(text) });
        return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code({ text, lang = '' }: Tokens.Code) {
        const label = `Code ${++counts.code}${lang === '' ? '' : ` (${lang})`}`;
        return codeBlock(text, label);
      },
      table({ header, rows, align }: Tokens.Table) {
        const lookOf = (at: number) => (at === 0 ? ' class="lead"' : align[at] === 'right' ? ' class="end"' : '');
        const columns = header.map(({ text }) => escapeHtml(plainText(text)));
        const cell = ({ tokens }: Tokens.TableCell, at: number) =>
          `<td role="cell"${lookOf(at)} data-label="${columns[at]}"><div>${this.parser.parseInline(tokens)}</div></td>`;
        const head = columns
          .map((name, at) => `<th role="columnheader" scope="col"${at === 0 ? '' : lookOf(at)}>${name}</th>`)
          .join('');
        const body = rows.map((cells) => `<tr role="row">${cells.map(cell).join('')}</tr>`).join('\n');
        return `<div class="table-box" tabindex="0" role="region" aria-label="Table ${++counts.table}"><table class="cards" role="table">
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${body}</tbody></table></div>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        return /^(?:https?:\/\/|\/(?!\/)|#)/.test(href) ? `<a href="${escapeHtml(href)}">${words}</a>` : words;
      },
      image: ({ text }: Tokens.Image) => escapeHtml(text),
      html: ({ text }: Tokens.HTML | Tokens.Tag) => renderTag(text),
    },
  });
  return { html: renderer.parse(markdown, { async: false }), headings };
}

/** Returns anchors as HTML, leaves comments out, and shows all other tags as text. */
function renderTag(text: string): string {
  if (/^<!--[^]*-->\s*$/.test(text)) return '';
  return /^<a id="[a-z0-9_-]+">$|^<\/a>$/.test(text) ? text : escapeHtml(text);
}

function codeBlock(text: string, label: string): string {
  const name = escapeHtml(label);
  return `<div class="code-block" data-copy><pre tabindex="0" role="region" aria-label="${name}">${escapeHtml(text)}</pre><button type="button" class="button quiet small" aria-label="Copy: ${name}" hidden>Copy</button></div>\n`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
