import { isDeepStrictEqual } from 'node:util';
import type { ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import {
  type Holiday,
  type HolidayCreation,
  type HolidayPatch,
  MAX_HOLIDAYS,
} from '@keyhaven/contracts/pricing/holiday';
import { periodFault } from '@keyhaven/contracts/pricing/periods';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { unwritten } from '@keyhaven/persistence/tenant-document';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { nightsChangedByPeriod } from '../calendar/domain/changed-nights';
import { job } from '../jobs';
import { assertProperties } from '../properties/check-properties';
import { assertRoom, deleteScopedPeriod, type PeriodKind, updateScopedPeriod } from '../periods/write-scoped-periods';
import { scopeIds } from '../store/scope-ids';
import type { PricingStore } from '../store/pricing-store';
import { type HolidayBody, type HolidayDocument, presentHoliday } from '../store/holiday.model';

/** Creates a holiday. @throws ApiError bad_request. */
export async function createHoliday(
  store: PricingStore,
  scope: AccountScope,
  input: HolidayCreation,
): Promise<{ record: Holiday; version: number }> {
  const { record } = await store.holidays.create(scope, async () => {
    await assertRoom(store.holidays, scope, MAX_HOLIDAYS, 'holidays');
    const draft = unwritten<HolidayDocument>({
      property_ids: null,
      ...input,
      to: input.to ?? input.from,
      _id: await store.ids.next('holiday'),
      user_id: scope.accountId,
      version: 0,
      is_deleted: false,
      scope_ids: scopeIds(input.property_ids ?? null),
    });
    const after = await checked(store, scope, draft);
    return {
      after,
      jobs: [job('invalidate_calendars', { property_ids: after.property_ids, ranges: nightsOfHoliday(after) })],
    };
  });
  return { record, version: FIRST_VERSION };
}

/** Changes the fields that the patch contains. @throws ApiError not_found, bad_request. */
export async function updateHoliday(
  store: PricingStore,
  scope: AccountScope,
  id: number,
  patch: HolidayPatch,
): Promise<{ record: Holiday; version: number }> {
  const body = await updateScopedPeriod(store, holidaysOf(store), scope, id, async (before) => {
    const after = await checked(store, scope, { ...before, ...patch });
    return isDeepStrictEqual(after, before) ? undefined : after;
  });
  return { record: presentHoliday(body), version: body.version };
}

/** Deletes a holiday. @throws ApiError not_found. */
export function deleteHoliday(store: PricingStore, scope: AccountScope, id: number): Promise<void> {
  return deleteScopedPeriod(store, holidaysOf(store), scope, id);
}

function holidaysOf({ holidays }: PricingStore): PeriodKind<HolidayDocument> {
  return { repository: holidays, nightsOf: nightsOfHoliday };
}

function nightsOfHoliday({ from, to }: HolidayBody): ChangedRange[] {
  return nightsChangedByPeriod({ from, to }, ['rules'], false);
}

/**
 * Validates a holiday, and returns the fields to store.
 * @throws ApiError bad_request.
 */
async function checked(store: PricingStore, scope: AccountScope, holiday: HolidayBody): Promise<HolidayBody> {
  const fault = periodFault(holiday.from, holiday.to);
  if (fault) throw new ApiError('bad_request', fault);
  await assertProperties(store, scope, holiday.property_ids);
  return { ...holiday, scope_ids: scopeIds(holiday.property_ids) };
}
