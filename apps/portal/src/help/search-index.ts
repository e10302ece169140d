import MiniSearch from 'minisearch';
import { plainText } from '@keyhaven/api-docs/markdown/plain-text';
import { HeadingIds } from '@keyhaven/api-docs/markdown/heading-ids';
import type { HelpPage } from './help-page';

/** A part of a page, from one heading to the next. */
interface Passage {
  id: number;
  address: string;
  title: string;
  heading: string;
  /**
   * The heading of the passage. For the first passage of a page, this is the title of the page and the endpoint that it
   * describes.
   */
  name: string;
  /** The title of the page that contains the passage. Empty for the first passage of a page. */
  within: string;
  text: string;
  /** The content of code blocks. Searches find this text, but results do not show it. */
  code: string;
}

export interface Hit {
  address: string;
  title: string;
  heading: string;
  excerpt: string;
}

const MAX_HITS = 30;
const EXCERPT_LENGTH = 220;
/** The maximum number of different words of a query that are searched. */
const MAX_WORDS = 8;
/** A word of at least this length also finds longer words that begin with it. */
const MIN_PREFIX = 3;

const splitWords = MiniSearch.getDefault('tokenize') as (text: string) => string[];

/** Splits a text into words, as the index does. */
function wordsOf(text: string): string[] {
  return splitWords(text.toLowerCase()).filter((word) => word !== '');
}

/** The factor that ranks the first passage of a page above other passages that match equally well. */
const TOP_BOOST = 1.4;

/**
 * Builds an index of all pages.
 * @returns a function that finds the passages that contain all words of a query. If there are none, it finds the
 * passages that contain any of the words. Anyone may search, so a query must be cheap: it searches the index only once,
 * for a few words, and considers typing errors only for words that no help page contains.
 */
export function indexPages(pages: readonly HelpPage[]): (query: string) => Hit[] {
  const passages = pages.flatMap(passagesOf).map((passage, id) => ({ ...passage, id }));
  const known = [
    ...new Set(passages.flatMap(({ name, within, text, code }) => [name, within, text, code].flatMap(wordsOf))),
  ];
  const isKnown = (word: string) => known.some((other) => other.startsWith(word));
  const index = new MiniSearch<Passage>({
    fields: ['name', 'within', 'text', 'code'],
    searchOptions: {
      boost: { name: 6, code: 0.5 },
      boostDocument: (id) => (passages[id as number]!.heading === '' ? TOP_BOOST : 1),
      prefix: (word) => word.length >= MIN_PREFIX,
      fuzzy: (word) => (word.length > 4 && !isKnown(word) ? 1 : false),
    },
  });
  index.addAll(passages);
  return (query) => {
    const words = [...new Set(wordsOf(query))].slice(0, MAX_WORDS);
    const any = words.length === 0 ? [] : index.search(words.join(' '));
    const all = any.filter(({ queryTerms }) => queryTerms.length === words.length);
    const found = all.length > 0 ? all : any;
    return found.slice(0, MAX_HITS).map(({ id, terms }) => {
      const { address, title, heading, text } = passages[id as number]!;
      return { address, title, heading, excerpt: excerptOf(text, terms) };
    });
  };
}

/** Parts of endpoint pages that are not indexed, because they are nearly the same on each page. */
const repeated = new Set(['Headers', 'Errors']);

function passagesOf({ path, title, markdown, section, endpoint = '' }: HelpPage): Omit<Passage, 'id'>[] {
  const ids = new HeadingIds();
  const pageName = `${title} ${endpoint}`.trim();
  const passages = splitAtHeadings(markdown).map((part) => {
    const [first = '', ...rest] = part.split('\n');
    const [, marks, words] = /^(#+) (.*)$/.exec(first) ?? [];
    const heading = plainText(words ?? '');
    const id = ids.next(heading);
    const isTop = marks === undefined || marks === '#';
    return {
      address: isTop ? path : `${path}#${id}`,
      title: pageName,
      heading: isTop ? '' : heading,
      name: isTop ? pageName : heading,
      within: isTop ? '' : pageName,
      text: textOf(rest.join('\n').replace(/^```[^]*?^```$/gm, '')),
      code: [...rest.join('\n').matchAll(/^```[^]*?^```$/gm)].join(' '),
    };
  });
  return passages.filter(
    ({ heading, text, code }) => text + code !== '' && !(section === 'endpoints' && repeated.has(heading)),
  );
}

/** Returns the words of markdown, without the lines of tables and the marks of lists. */
function textOf(markdown: string): string {
  return plainText(
    markdown
      .replace(/^\|[ :|-]*$/gm, '')
      .replace(/^- /gm, '')
      .replaceAll('|', ' '),
  );
}

/** Splits markdown at its headings. Lines in code blocks that look like headings are not headings. */
function splitAtHeadings(markdown: string): string[] {
  const parts: string[][] = [[]];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (!isCode && /^#{1,3} /.test(line)) parts.push([]);
    parts.at(-1)!.push(line);
  }
  return parts.map((lines) => lines.join('\n'));
}

/** Returns an excerpt of a text around the first word that was found. */
function excerptOf(text: string, terms: readonly string[]): string {
  const places = terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0);
  const start = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - 60);
  const begin = start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const cut = text.slice(begin, begin + EXCERPT_LENGTH);
  const isCut = begin + EXCERPT_LENGTH < text.length;
  return `${begin === 0 ? '' : '… '}${isCut ? `${cut.replace(/\s\S*$/, '')} …` : cut}`;
}
