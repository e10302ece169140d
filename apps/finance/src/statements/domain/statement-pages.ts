import type { StatementMinor } from './open-statement';

/** A part of what moves a balance in a month. */
export type StatementPage = Pick<StatementMinor, 'lines' | 'adjustments'>;

/** How much of a statement one document has, in bytes of JSON: well below the largest record, for any number of lines. */
export const PAGE_BYTES = 300_000;

/**
 * The lines and adjustments of a statement in their order, page by page; at least one page. A page is beyond the limit
 * only where a single line is.
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
