import type { DefinitionType } from '@keyhaven/contracts/fees/definition';
import type { DefinitionListQuery } from '@keyhaven/contracts/fees/public-contract';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { activeFilter, changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { QueryFilter } from 'mongoose';
import type { Definitions } from '../store/fees-store';
import {
  type DefinitionDocument,
  type DefinitionRecord,
  EVERY_PROPERTY,
  presentDefinition,
} from '../store/definition.model';
import { oneDefinition } from './one-definition';

/** For how long lists with include_deleted contain a deleted record, in milliseconds. */
const DELETED_LISTED_MS = 90 * 24 * 3600 * 1000;

/** Lists the account's definitions of a kind. By default, lists only active ones. */
export async function listDefinitions<Type extends DefinitionType>(
  { kind, records }: Definitions<Type>,
  scope: AccountScope,
  query: DefinitionListQuery,
  url: string,
): Promise<Page<DefinitionRecord<Type>>> {
  const { active, type, category, mode, include_deleted } = query;
  const properties = namedProperties(query);
  const filter: QueryFilter<DefinitionDocument> = {
    kind,
    ...activeFilter(active),
    ...(type === undefined ? {} : { type: { $in: type } }),
    ...(category === undefined ? {} : { category }),
    ...(mode === undefined ? {} : { mode }),
    ...(properties && { applicable_to: { $in: [EVERY_PROPERTY, ...properties] } }),
    ...(include_deleted ? { $or: [{ is_deleted: false }, recentlyDeleted()] } : { is_deleted: false }),
    ...changedSince<DefinitionDocument>('updated_utc', query.since_utc),
    ...pageFilter<DefinitionDocument>('_id', query),
  };
  const found = await records.find(scope, filter, {
    limit: query.limit + 1,
    skip: pageSkip(query),
  });
  return buildPage(found.map(presentDefinition), query, url, (record) => record);
}

function recentlyDeleted() {
  return { deleted_utc: { $gte: new Date(Date.now() - DELETED_LISTED_MS) } };
}

/**
 * Returns one definition. @throws ApiError not_found, also for a deleted definition and for a
 * definition of the other kind.
 */
export async function getDefinition<Type extends DefinitionType>(
  { kind, records }: Definitions<Type>,
  scope: AccountScope,
  id: number,
): Promise<{ record: DefinitionRecord<Type>; version: number }> {
  const body = await records.get(scope, oneDefinition<Type>(id, kind));
  return { record: presentDefinition(body), version: body.version };
}
