import type { RecordListQuery } from '@keyhaven/contracts/finance/public-contract';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import { addDays } from '@keyhaven/stays/calendar-date';
import type { FinancialDocument } from '../store/financial-record.model';
import type { RecordsOf } from '../store/record-kinds';

/** Lists the account's records of one kind, ordered by id. */
export async function listRecords<Details, Shown extends { id: number }>(
  { kind, records, present }: RecordsOf<Details, Shown>,
  scope: AccountScope,
  query: RecordListQuery,
  url: string,
): Promise<Page<Shown>> {
  const properties = namedProperties(query);
  const filter = genericFilter<FinancialDocument<Details>>({
    $and: [
      query.booking_id === undefined ? {} : { [bookingPath(kind)]: query.booking_id },
      properties ? { [propertyPath(kind)]: { $in: properties } } : {},
      query.status === undefined ? {} : { status: query.status },
      query.from === undefined ? {} : { effective_utc: { $gte: startOf(query.from) } },
      query.to === undefined ? {} : { effective_utc: { $lt: startOf(addDays(query.to, 1)) } },
      changedSince<FinancialDocument<Details>>('updated_utc', query.since_utc),
      pageFilter<FinancialDocument<Details>>('_id', query),
    ],
  });
  const found = await records.find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query) });
  return buildPage(found.map(present), query, url, (record) => record);
}

/** Reads one record. @throws ApiError not_found. */
export async function getRecord<Details, Shown extends { id: number }>(
  { records, present }: RecordsOf<Details, Shown>,
  scope: AccountScope,
  id: number,
): Promise<{ record: Shown; version: number }> {
  const body = await records.get(scope, genericFilter<FinancialDocument<Details>>({ _id: id }));
  return { record: present(body), version: body.version };
}

/** The path of the booking id in a record of this kind. A deposit matches if any of its lines has the booking id. */
function bookingPath(kind: string): string {
  return kind === 'deposit' ? 'details.lines.booking_id' : 'booking_id';
}
function propertyPath(kind: string): string {
  return kind === 'deposit' ? 'details.lines.property_id' : 'property_id';
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
