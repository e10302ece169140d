import { isDeepStrictEqual } from 'node:util';
import { calendarCategories, type CalendarCategory } from '@keyhaven/contracts/pricing/calendar-change';
import type { PropertyPricing, PropertyPricingPatch } from '@keyhaven/contracts/pricing/property-pricing';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { awaitCopy } from '@keyhaven/service/references/record-directory';
import { addDays } from '@keyhaven/stays/calendar-date';
import { allNights } from '../calendar/domain/changed-nights';
import { job } from '../jobs';
import { currencyOf } from '../store/property-defaults';
import { recordEndedNights } from '../history/record-ended-nights';
import { assertRate } from '../nights/check-amounts';
import type { PricingStore } from '../store/pricing-store';
import {
  DEFAULT_SETTINGS,
  type PricingSettings,
  presentPropertyPricing,
  type PropertyPricingBody,
} from '../store/property-pricing.model';

/** The settings in the format of the API, with their version. */
type Settings = { record: PropertyPricing; version: number };

/** How far in the past the history of a property may begin, in days. */
const MAX_HISTORY_DAYS = 3660;

/**
 * Changes the pricing fields that the patch contains.
 * @throws ApiError not_found, bad_request for amounts that the property's currency does not allow, precondition_failed,
 * unavailable if the first event of the account or of the property has not arrived yet.
 */
export async function updatePropertyPricing(
  store: PricingStore,
  scope: AccountScope,
  id: number,
  sent: PropertyPricingPatch,
): Promise<Settings> {
  const check = async () => {
    const patch = await checkedPatch(store, scope, id, sent);
    // Record the prices of past nights first, so that the change does not affect them.
    await recordEndedNights(store, scope, [id]);
    return patch;
  };
  try {
    const made = await createSettings(store, scope, id, check);
    if (made) return firstSettings(made);
    const body = await store.propertyPricing.update(scope, { _id: id }, async (before) => {
      const patch = await check();
      const after = { ...before, ...merge(before, patch) };
      return isDeepStrictEqual(after, before) ? undefined : { after, jobs: jobsAfter(id, patch) };
    });
    return versionedSettings(body);
  } catch (error) {
    if (!isKeyReused(error)) throw error;
    // An earlier attempt of this request succeeded with the other kind of write: one attempt created the settings, and
    // the other attempt tried to change them. So return the result of the earlier attempt.
    const earlier = await store.propertyPricing.findEarlier(scope);
    if (earlier?.created) return firstSettings(earlier.created.record);
    if (earlier?.changed) return versionedSettings(earlier.changed);
    throw error;
  }
}

function isKeyReused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency_key_reused';
}

function firstSettings(made: PropertyPricing): Settings {
  return { record: made, version: FIRST_VERSION };
}

/** The jobs of a write that changes settings. */
function jobsAfter(id: number, patch: PropertyPricingPatch): JobRequest[] {
  const { history_from, same_day_until, advance_notice_days } = patch;
  const sets_clock = same_day_until !== undefined || advance_notice_days !== undefined;
  return [
    ...(history_from ? [job('open_history', { property_id: id, from: history_from })] : []),
    job('invalidate_calendars', { property_ids: [id], ranges: allNights(...categoriesOf(patch)), sets_clock }),
  ];
}

/**
 * The categories of the calendar event that a change of settings causes. `availability` is always
 * one of them, because every setting affects which stays can be sold.
 */
function categoriesOf({ default_rate, currency_code, ...settings }: PropertyPricingPatch): CalendarCategory[] {
  const { history_from, booking_window_days, ...rules } = settings;
  const isSent = (...values: unknown[]) => values.some((value) => value !== undefined);
  // These two fields decide which nights the calendar contains.
  if (isSent(history_from, booking_window_days)) return [...calendarCategories];
  return [
    'availability',
    ...(isSent(default_rate, currency_code) ? ['rates' as const] : []),
    ...(isSent(...Object.values(rules)) ? ['rules' as const] : []),
  ];
}

function versionedSettings(body: PropertyPricingBody): Settings {
  return { record: presentPropertyPricing(body), version: body.version };
}

/** Checks the patch, but not the amounts of a rate. If the patch contains a rate, adds the property's currency. */
async function checkedPatch(
  store: PricingStore,
  scope: AccountScope,
  id: number,
  patch: PropertyPricingPatch,
): Promise<PropertyPricingPatch> {
  if ((await store.propertyDirectory(scope, [id])).length > 0) throw unknownProperty();
  const [calendar, account] = await Promise.all([
    awaitCopy(`the property ${id}`, () => store.calendars.findOne(scope, { _id: id })),
    store.accounts.findOne(scope, { _id: scope.accountId }),
  ]);
  if (calendar.is_gone) throw unknownProperty();
  const currency = currencyOf(calendar.property, account);
  const earliest = addDays(new Date().toISOString().slice(0, 10), -MAX_HISTORY_DAYS);
  if (patch.history_from && patch.history_from < earliest) {
    throw new ApiError(
      'bad_request',
      `history_from: ${patch.history_from} is too long ago; expected ${earliest} or later`,
    );
  }
  if (!patch.default_rate && patch.currency_code === undefined) return patch;
  if (currency === undefined) {
    throw new ApiError('unavailable', 'the account is not known to the pricing service yet; try again in 1 second', {
      'Retry-After': '1',
    });
  }
  if (patch.currency_code !== undefined && patch.currency_code !== currency) {
    throw new ApiError(
      'bad_request',
      `currency_code: ${patch.currency_code} is not accepted; the currency of property ${id} is ${currency}`,
    );
  }
  return { ...patch, currency_code: currency };
}

function unknownProperty(): ApiError {
  return new ApiError('not_found', 'a property with this id does not exist');
}

/**
 * Returns the settings after a patch. Rules are merged one by one. The rate gets the currency of the patch, which
 * always has a currency if a rate was sent. Without a rate, the currency becomes null.
 * @throws ApiError bad_request for amounts that this currency does not allow.
 */
function merge(before: PricingSettings, { rules, currency_code, ...patch }: PropertyPricingPatch): PricingSettings {
  const after = { ...before, ...patch, rules: { ...before.rules, ...rules } };
  if (!after.default_rate) return { ...after, currency_code: null };
  if (currency_code === undefined) return after;
  assertRate('default_rate', after.default_rate, currency_code);
  return { ...after, currency_code };
}

/**
 * Creates the settings of a property and returns their record. Returns undefined if the settings
 * already exist.
 * @param check a function that returns the validated patch.
 */
async function createSettings(
  store: PricingStore,
  scope: AccountScope,
  id: number,
  check: () => Promise<PropertyPricingPatch>,
): Promise<PropertyPricing | undefined> {
  if (await store.propertyPricing.findOne(scope, { _id: id })) return undefined;
  try {
    const { record } = await store.propertyPricing.create(scope, async () => {
      const patch = await check();
      const settings = merge(DEFAULT_SETTINGS, patch);
      assertNoVersion(scope);
      const after = { ...settings, _id: id, user_id: scope.accountId, version: 0 };
      return { after, jobs: jobsAfter(id, patch) };
    });
    return record;
  } catch (error) {
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
}

function assertNoVersion({ ifMatchVersion }: AccountScope): void {
  if (ifMatchVersion === undefined) return;
  throw new ApiError(
    'precondition_failed',
    `If-Match: version ${ifMatchVersion} is not accepted; the record has no version yet, omit the header`,
  );
}
