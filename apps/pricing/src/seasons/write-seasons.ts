import { isDeepStrictEqual } from 'node:util';
import type { CalendarCategory, ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import { periodFault } from '@keyhaven/contracts/pricing/periods';
import { NO_RULES } from '@keyhaven/contracts/pricing/rates';
import { MAX_SEASONS, type Season, type SeasonCreation, type SeasonPatch } from '@keyhaven/contracts/pricing/season';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { unwritten } from '@keyhaven/persistence/tenant-document';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { nightsChangedByPeriod } from '../calendar/domain/changed-nights';
import { job } from '../jobs';
import { currencyOf } from '../store/property-defaults';
import { recordEndedNights } from '../history/record-ended-nights';
import { assertRate } from '../nights/check-amounts';
import { assertProperties, awaitCalendars } from '../properties/check-properties';
import { assertRoom, deleteScopedPeriod, type PeriodKind, updateScopedPeriod } from '../periods/write-scoped-periods';
import { scopeIds } from '../store/scope-ids';
import type { PricingStore } from '../store/pricing-store';
import { presentSeason, type SeasonBody, type SeasonDocument } from '../store/season.model';

/** Creates a season. @throws ApiError bad_request. */
export async function createSeason(
  store: PricingStore,
  scope: AccountScope,
  input: SeasonCreation,
): Promise<{ record: Season; version: number }> {
  const { record } = await store.seasons.create(scope, async () => {
    await assertRoom(store.seasons, scope, MAX_SEASONS, 'seasons');
    const { currency_code: _currency, ...fields } = input;
    const draft = unwritten<SeasonDocument>({
      rate: null,
      currency_code: null,
      property_ids: null,
      ...fields,
      rules: { ...NO_RULES, ...input.rules },
      _id: await store.ids.next('season'),
      user_id: scope.accountId,
      version: 0,
      is_deleted: false,
      scope_ids: scopeIds(input.property_ids ?? null),
    });
    const after = await checked(store, scope, draft, input.currency_code);
    await recordEndedNights(store, scope);
    return {
      after,
      jobs: [job('invalidate_calendars', { property_ids: after.property_ids, ranges: nightsOfSeason(after) })],
    };
  });
  return { record, version: FIRST_VERSION };
}

/** Changes the fields and rules that the patch contains. @throws ApiError not_found, bad_request. */
export async function updateSeason(
  store: PricingStore,
  scope: AccountScope,
  id: number,
  patch: SeasonPatch,
): Promise<{ record: Season; version: number }> {
  const body = await updateScopedPeriod(store, seasonsOf(store), scope, id, async (before) => {
    const { currency_code = before.currency_code ?? undefined, ...fields } = patch;
    const next = { ...before, ...fields, rules: { ...before.rules, ...patch.rules } };
    // Check the currency only if the patch changes the rate, the currency or the properties. So a change of the name is
    // possible even if the currency of a listed property has changed since the last check.
    const isPricedAlike =
      (currency_code ?? null) === before.currency_code &&
      isDeepStrictEqual([next.rate, next.property_ids], [before.rate, before.property_ids]);
    const after = isPricedAlike
      ? await checkedPeriod(store, scope, next)
      : await checked(store, scope, next, currency_code, changedField(patch));
    return isDeepStrictEqual(after, before) ? undefined : after;
  });
  return { record: presentSeason(body), version: body.version };
}

/** The field that an error about the currency of a season names. */
type CurrencyField = 'currency_code' | 'property_ids' | 'rate';

/** Returns the field that an error names. It is a field of the patch, which need not contain a currency. */
function changedField({ currency_code, property_ids }: SeasonPatch): CurrencyField {
  if (currency_code !== undefined) return 'currency_code';
  return property_ids === undefined ? 'rate' : 'property_ids';
}

/** Deletes a season. @throws ApiError not_found. */
export function deleteSeason(store: PricingStore, scope: AccountScope, id: number): Promise<void> {
  return deleteScopedPeriod(store, seasonsOf(store), scope, id);
}

function seasonsOf({ seasons }: PricingStore): PeriodKind<SeasonDocument> {
  return { repository: seasons, nightsOf: nightsOfSeason };
}

function nightsOfSeason({ from, to, rate, rules }: SeasonBody): ChangedRange[] {
  const hasRules = Object.values(rules).some((rule) => rule !== null);
  const categories: CalendarCategory[] = [...(rate ? ['rates' as const] : []), ...(hasRules ? ['rules' as const] : [])];
  return nightsChangedByPeriod({ from, to }, categories, true);
}

/**
 * Validates a season, and returns the fields to store. If no currency was sent, the rate gets the
 * currency of the properties.
 * @throws ApiError bad_request; for a rate, also unavailable if the first event of the account or
 * of a listed property has not arrived yet.
 */
async function checked(
  store: PricingStore,
  scope: AccountScope,
  sent: SeasonBody,
  sentCurrency: string | undefined,
  field: CurrencyField = 'currency_code',
): Promise<SeasonBody> {
  const season = await checkedPeriod(store, scope, sent);
  const currency = season.rate ? await rateCurrency(store, scope, season.property_ids, sentCurrency, field) : null;
  if (season.rate) assertRate('rate', season.rate, currency!);
  return { ...season, currency_code: currency };
}

/** Validates the period and the properties of a season. @throws ApiError bad_request. */
async function checkedPeriod(store: PricingStore, scope: AccountScope, season: SeasonBody): Promise<SeasonBody> {
  const fault = periodFault(season.from, season.to);
  if (fault) throw new ApiError('bad_request', fault);
  await assertProperties(store, scope, season.property_ids);
  return { ...season, scope_ids: scopeIds(season.property_ids) };
}

/**
 * Returns the currency of a rate. All listed properties must have this currency. A season for all
 * properties uses the currency that was sent, or else the account's.
 */
async function rateCurrency(
  store: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[] | null,
  sent: string | undefined,
  field: CurrencyField,
): Promise<string> {
  const account = await store.accounts.findOne(scope, { _id: scope.accountId });
  if (!account) {
    throw new ApiError('unavailable', 'the account is not known to the pricing service yet; try again in 1 second', {
      'Retry-After': '1',
    });
  }
  if (propertyIds === null) return sent ?? account.currency_code;
  const calendars = await awaitCalendars(store, scope, propertyIds);
  const byId = propertyIds.map((id) => [id, currencyOf(calendars.get(id)!.property, account)!] as const);
  const [firstId, common] = byId[0]!;
  const other = byId.find(([, currency]) => currency !== common);
  if (other) {
    throw new ApiError(
      'bad_request',
      `property_ids: the currency of property ${firstId} is ${common} and that of property ${other[0]} is ${other[1]}; a season with a rate needs properties with the same currency`,
    );
  }
  if (sent !== undefined && sent !== common) {
    const is = `the currency of property ${firstId} is ${common}`;
    throw new ApiError(
      'bad_request',
      field === 'currency_code'
        ? `currency_code: ${sent} is not accepted; ${is}`
        : `${field}: the season has the currency ${sent}, but ${is}; send currency_code too`,
    );
  }
  return common;
}
