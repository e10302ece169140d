import type { StatementMinor } from './open-statement';

/** A part of a statement that is stored in one document. */
export type StatementPage = Pick<StatementMinor, 'lines' | 'adjustments'>;

/** The size of a page in bytes of JSON. Far below the size limit of a document. */
export const PAGE_BYTES = 300_000;

/**
 * Splits the lines and adjustments of a statement into one or more pages, in order. Only a page
 * with a single line or adjustment may exceed the size limit.
 */
export function pagesOf(
  { lines, adjustments }: StatementPage,
  pageBytes = PAGE_BYTES,
): [StatementPage, ...StatementPage[]] {
  const first: StatementPage = { lines: [], adjustments: [] };
  const others: StatementPage[] = [];
  let page = first;
  let bytes = 0;
  const pageFor = (line: object): StatementPage => {
    const length = Buffer.byteLength(JSON.stringify(line));
    if (bytes > 0 && bytes + length > pageBytes) {
      page = { lines: [], adjustments: [] };
      others.push(page);
      bytes = 0;
    }
    bytes += length;
    return page;
  };
  for (const line of lines) pageFor(line).lines.push(line);
  for (const adjustment of adjustments) pageFor(adjustment).adjustments.push(adjustment);
  return [first, ...others];
}
