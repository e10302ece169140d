import { randomUUID } from 'node:crypto';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { PropertyCreation, PropertyPatch } from '@keyhaven/contracts/booking/property-input';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { annotationJobs } from '../annotations/annotation-jobs';
import { resolveAnnotations, withoutSentAnnotations } from '../annotations/resolve-annotations';
import { keepContactJobs } from '../contacts/keep-contact';
import type { BookingStore } from '../store/booking-store';
import { DEFAULT_DUE_PERCENT } from '../bookings/domain/enough-paid';
import { liveContact } from '../store/contact.model';
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
} as const;

/**
 * Creates a property. A repeated request gets the same response: its public part is stored, and its settings come from
 * the request body, which is the same each time.
 */
export async function createProperty(
  store: BookingStore,
  scope: AccountScope,
  input: PropertyCreation,
): Promise<{ record: OperatorProperty; version: number }> {
  const settings = { ...defaults, ...input };
  const { record } = await store.properties.create(scope, async () => {
    await assertOwner(store, scope, settings.owner_id);
    const id = await store.ids.next('property');
    const annotations = await resolveAnnotations(store, scope, { type: 'property', sent: input });
    const given = { ...defaults, ...withoutSentAnnotations(input), ...annotations };
    const after = { ...given, _id: id, user_id: scope.accountId, key: randomUUID(), version: 0 };
    return {
      after: await withIds(store, undefined, after),
      jobs: [...keepContactJobs([], [settings]), ...annotationJobs('property', undefined, annotations)],
    };
  });
  return operatorProperty(record, settings, FIRST_VERSION);
}

export async function updateProperty(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  patch: PropertyPatch,
): Promise<{ record: OperatorProperty; version: number }> {
  const body = await store.properties.update(scope, { _id: id }, async (before) => {
    const annotations = await resolveAnnotations(store, scope, { type: 'property', sent: patch, before });
    const after = await withIds(store, before, { ...before, ...withoutSentAnnotations(patch), ...annotations });
    if (after.owner_id !== before.owner_id) await assertOwner(store, scope, after.owner_id);
    return { after, jobs: [...keepContactJobs([before], [after]), ...annotationJobs('property', before, after)] };
  });
  return presentOperatorProperty(body);
}

/** @throws ApiError bad_request when the account has no owner with this id. Null is accepted. */
async function assertOwner(store: BookingStore, scope: AccountScope, id: number | null): Promise<void> {
  if (id === null || (await store.owners.findOne(scope, liveContact(id)))) return;
  throw new ApiError('bad_request', `owner_id: the owner id ${id} was not found or is not available`);
}

/**
 * Gives ids to the address and photos of a property. The address keeps its id, and so does each
 * photo that the property already had.
 */
async function withIds(store: BookingStore, before: PropertyBody | undefined, next: object): Promise<PropertyBody> {
  const body = next as PropertyBody;
  const photos = await withPhotoIds(store, before?.photos ?? [], body.photos);
  if (!body.address) return { ...body, photos };
  const id = before?.address?.id ?? (await store.ids.next('address'));
  return { ...body, photos, address: { ...body.address, id, is_default: true } };
}

/**
 * Gives ids to photos. A photo with the same URL as before keeps its id, even if its caption or
 * position changes.
 */
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
