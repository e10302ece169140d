import { randomUUID } from 'node:crypto';
import type { PropertyCreation, PropertyPatch } from '@keyhaven/contracts/booking/property';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../booking-store';
import { presentProperty, type PropertyBody } from './property.model';

/** The property as the operator sees it. */
export function presentOperatorProperty(body: PropertyBody) {
  const { owner_commission_percent, accounting, photos, version } = body;
  return { ...presentProperty(body), owner_commission_percent, accounting, photos, version };
}
export type OperatorProperty = ReturnType<typeof presentOperatorProperty>;

/** What a property has when its maker did not say. */
const defaults = {
  external_name: null,
  internal_code: null,
  active: true,
  is_snoozed: false,
  time_zone: null,
  currency_code: null,
  property_type: null,
  address: null,
  latitude: null,
  longitude: null,
  bathrooms: null,
  bathrooms_full: null,
  bathrooms_half: null,
  bedrooms: null,
  living_area: null,
  max_adults: null,
  max_children: null,
  max_guests: null,
  max_pets: null,
  check_in: '16:00',
  check_in_end: null,
  check_out: '10:00',
  display_order: 0,
  owner_id: null,
  owner_commission_percent: null,
  accounting: null,
  public_url: null,
  photos: [],
  tags: [],
  fields: [],
} as const;

export async function createProperty(
  store: BookingStore,
  scope: AccountScope,
  input: PropertyCreation,
): Promise<OperatorProperty> {
  const { record, document } = await store.properties.create(scope, async () => {
    const id = await store.ids.next('property');
    const after = { ...defaults, ...input, _id: id, user_id: scope.accountId, key: randomUUID(), version: 0 };
    return { after: await withAddressId(store, null, after), references: undefined };
  });
  return presentOperatorProperty(document ?? (await store.properties.get(scope, { _id: record.id })));
}

export async function updateProperty(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  patch: PropertyPatch,
): Promise<OperatorProperty> {
  const body = await store.properties.update(scope, { _id: id }, async (before) => ({
    after: await withAddressId(store, before.address, { ...before, ...patch }),
    references: undefined,
  }));
  return presentOperatorProperty(body);
}

/** An address keeps its id for as long as there is one. */
async function withAddressId(
  store: BookingStore,
  present: PropertyBody['address'],
  next: object,
): Promise<PropertyBody> {
  const body = next as PropertyBody;
  if (!body.address) return body;
  const id = present?.id ?? (await store.ids.next('address'));
  return { ...body, address: { ...body.address, id, is_default: true } };
}
