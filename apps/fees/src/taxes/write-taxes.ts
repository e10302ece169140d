import type { Tax, TaxCreation, TaxPatch, TaxTerms } from '@keyhaven/contracts/fees/tax';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { assertKnown, awaitCopy } from '@keyhaven/service/references/record-directory';
import { currencyOfAccount } from '../store/account-copy';
import type { FeesStore } from '../store/fees-store';
import { taxFaults } from './domain/tax-faults';
import { MAX_TAXES, presentTax } from '../store/tax.model';

const defaults = {
  active: true,
  position: 0,
  amount: null,
  percent: null,
  applies_to: null,
  guests: 'adults_and_children',
  max_nights: null,
  exempt_from_nights: null,
  valid_from: null,
  valid_to: null,
  remitted_by_listing_site_ids: [],
  is_inclusive: false,
} as const satisfies Partial<TaxTerms>;

/** The field with the listing sites that remit a tax, for the check that these sites exist. */
const remitters = ({ directories }: FeesStore) => ({
  field: 'remitted_by_listing_site_ids',
  noun: 'listing site',
  directory: directories.listingSite,
});

/**
 * Creates a tax of a property. The record that the repository returns does not contain the terms, which are private, so
 * the response takes them from the request. A request that is repeated with the same Idempotency-Key has the same
 * terms, and so gets the same response.
 */
export async function createTax(
  store: FeesStore,
  scope: AccountScope,
  { property_id, ...sent }: TaxCreation,
): Promise<{ record: Tax; version: number }> {
  const terms: TaxTerms = { ...defaults, remitted_by_listing_site_ids: [], ...sent };
  const { record } = await store.taxes.create(scope, async () => {
    await assertKnown(scope, [
      { field: 'property_id', noun: 'property', directory: store.directories.property, ids: [property_id] },
      { ...remitters(store), ids: terms.remitted_by_listing_site_ids },
    ]);
    assertSound(taxFaults(terms, sent, {}, await currencyOfProperty(store, scope, property_id)));
    await assertRoom(store, scope, property_id);
    const id = await store.ids.next('tax');
    const key = { _id: id, user_id: scope.accountId, property_id, version: 0, is_deleted: false };
    return store.termsVersions.change({ ...key, ...terms });
  });
  return { record: { ...record, ...terms }, version: FIRST_VERSION };
}

/** Changes a tax. Omitted fields keep their values. Lists are not merged but replaced. */
export async function updateTax(
  store: FeesStore,
  scope: AccountScope,
  id: number,
  { property_id, ...sent }: TaxPatch,
): Promise<{ record: Tax; version: number }> {
  const body = await store.taxes.update(scope, { _id: id, is_deleted: false }, async (before) => {
    if (property_id !== undefined && property_id !== before.property_id)
      assertSound([`property_id: ${property_id} is not accepted; a tax stays with its property ${before.property_id}`]);
    const after = { ...before, ...sent };
    assertSound(taxFaults(after, sent, before, await currencyOfProperty(store, scope, before.property_id)));
    const named = { ids: after.remitted_by_listing_site_ids, before: before.remitted_by_listing_site_ids };
    await assertKnown(scope, [{ ...remitters(store), ...named }]);
    return store.termsVersions.change(after, before);
  });
  return { record: presentTax(body), version: body.version };
}

/** Deletes a tax. Existing charges do not change. */
export async function deleteTax(store: FeesStore, scope: AccountScope, id: number): Promise<void> {
  await store.taxes.update(scope, { _id: id, is_deleted: false }, (before) =>
    Promise.resolve(store.termsVersions.change({ ...before, is_deleted: true })),
  );
}

function assertSound(faults: string[]): void {
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

/**
 * Checks the limit of taxes per property. Concurrent requests may exceed the limit by a few taxes, which does no harm.
 */
async function assertRoom(store: FeesStore, scope: AccountScope, property_id: number): Promise<void> {
  const last = await store.taxes.find(scope, { property_id, is_deleted: false }, { limit: 1, skip: MAX_TAXES - 1 });
  if (last.length > 0)
    assertSound([`property_id: the property ${property_id} already has ${MAX_TAXES} taxes, which is the limit`]);
}

async function currencyOfProperty(store: FeesStore, scope: AccountScope, propertyId: number): Promise<string> {
  const read = () => store.properties.findOne(scope, { _id: propertyId });
  const property = await awaitCopy(`the property ${propertyId}`, read);
  return property.currency_code ?? (await currencyOfAccount(store.accounts, scope));
}
