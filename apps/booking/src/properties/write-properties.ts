import { randomUUID } from 'node:crypto';
import type { Property, PropertyCreation, PropertyPatch } from '@keyhaven/contracts/booking/property';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { BookingStore } from '../store/booking-store';
import { DEFAULT_DUE_PERCENT } from '../bookings/domain/enough-paid';
import { operatorProperty, type OperatorProperty, presentOperatorProperty } from './operator-property';
import type { PropertyBody, StoredPhoto } from '../store/property.model';

/** The defaults of a new property. */
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
  payment_due_percent: DEFAULT_DUE_PERCENT,
  accounting: null,
  payment_due_hours: 72,
  security_deposit_amount: null,
  redirect_after_booking_url: null,
  public_url: null,
  photos: [],
  tags: [],
  fields: [],
} as const;

/**
 * Adds a property. A repeated request gets the first answer: the stored public record, and the settings of its own
 * body, which equals the first one's, or the request is refused.
 */
export async function createProperty(
  store: BookingStore,
  scope: AccountScope,
  input: PropertyCreation,
): Promise<{ record: OperatorProperty; version: number }> {
  const settings = { ...defaults, ...input };
  const { record } = await store.properties.create(scope, async () => {
    const id = await store.ids.next('property');
    const after = { ...defaults, ...input, _id: id, user_id: scope.accountId, key: randomUUID(), version: 0 };
    return { after: await withIds(store, undefined, after), references: undefined };
  });
  return operatorProperty(record as unknown as Required<Property>, settings, FIRST_VERSION);
}

export async function updateProperty(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  patch: PropertyPatch,
): Promise<{ record: OperatorProperty; version: number }> {
  const body = await store.properties.update(scope, { _id: id }, async (before) => ({
    after: await withIds(store, before, { ...before, ...patch }),
    references: undefined,
  }));
  return presentOperatorProperty(body);
}

/** The property with ids for its address and photos. An address keeps its id, and so does a photo that remains. */
async function withIds(store: BookingStore, before: PropertyBody | undefined, next: object): Promise<PropertyBody> {
  const body = next as PropertyBody;
  const photos = await withPhotoIds(store, before?.photos ?? [], body.photos);
  if (!body.address) return { ...body, photos };
  const id = before?.address?.id ?? (await store.ids.next('address'));
  return { ...body, photos, address: { ...body.address, id, is_default: true } };
}

/** Photos are matched by URL: one with the same URL keeps its id, even with another caption or position. */
async function withPhotoIds(
  store: BookingStore,
  before: readonly StoredPhoto[],
  next: readonly Omit<StoredPhoto, 'id'>[],
): Promise<StoredPhoto[]> {
  const known = [...before];
  const photos: StoredPhoto[] = [];
  for (const { url, caption } of next) {
    const same = known.findIndex((photo) => photo.url === url);
    const id = same >= 0 ? known.splice(same, 1)[0]!.id : await store.ids.next('photo');
    photos.push({ id, url, caption });
  }
  return photos;
}
