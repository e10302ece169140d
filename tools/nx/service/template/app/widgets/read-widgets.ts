import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { WidgetListQuery } from '../../contracts/public-contract';
import type { Widget } from '../../contracts/widget';
import type { SampleStore } from '../store/sample-store';
import { presentWidget, type WidgetDocument } from '../store/widget.model';

/** Returns a page of the account's widgets. */
export async function listWidgets(
  store: SampleStore,
  scope: AccountScope,
  query: WidgetListQuery,
  url: string,
): Promise<Page<Widget>> {
  const filter = {
    ...changedSince<WidgetDocument>('updated_utc', query.since_utc),
    ...pageFilter<WidgetDocument>('_id', query),
  };
  const found = await store.widgets.find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query) });
  return buildPage(found.map(presentWidget), query, url, (record) => record);
}

/** Returns a widget of the account. @throws ApiError not_found. */
export async function getWidget(
  store: SampleStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: Widget; version: number }> {
  const body = await store.widgets.get(scope, { _id: id });
  return { record: presentWidget(body), version: body.version };
}
