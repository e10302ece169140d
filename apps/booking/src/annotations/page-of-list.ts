import { buildPage, type Page, type Paging } from '@keyhaven/contracts/shared/paging';
import { pageKey, pageSkip } from '@keyhaven/persistence/list-filters';

/** One page, ordered by id, of a list that is stored in a single document. */
export function pageOfList<Item extends { id: number }>(
  items: readonly Item[],
  paging: Paging,
  url: string,
): Page<Item> {
  const key = pageKey(paging) ?? 0;
  const remaining = items
    .filter(({ id }) => id > key)
    .sort((a, b) => a.id - b.id)
    .slice(pageSkip(paging));
  return buildPage(remaining.slice(0, paging.limit + 1), paging, url, (item) => item);
}
