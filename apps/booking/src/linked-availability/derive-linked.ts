import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import type { BookingStore } from '../booking-store';
import { newBooking } from '../bookings/new-booking';
import { loadReferences } from '../bookings/references';
import { propertyOf } from '../bookings/referenced-records';
import type { BookingPart, StayBody, StayDocument } from '../bookings/stay.model';
import { linkedTo, readLinks } from '../links/read-links';
import { FOLLOW_SOURCE } from '../nights/change-nights';
import { claimsNights } from '../nights/domain/claim';
import { claimFields, readClaim, readClaims, type StayClaim } from '../nights/read-claims';
import { holdExpiry } from '../quotes/present-quote';

/** How often a source's records are derived while links are made and removed. */
const MAX_ROUNDS = 30;

/**
 * Shows a record that occupies nights at the properties that are linked to its own: a `linked_availability` record each,
 * with the source's dates and status. It has no keys; those of the source refuse who would book there. Links are read
 * again afterwards: whoever makes or removes one looks through the records that were there before.
 */
export async function deriveLinked(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const source = await readSource(store, scope, stayId);
    if (!source || source.source) return;
    const targets = await targetsOf(store, scope, source);
    const derived = await readClaims(store, scope, { 'source.stay_id': stayId });
    const there = new Set(derived.map(({ booking }) => booking.property_id));
    const missing = targets.filter((id) => !there.has(id));
    const [created] = await Promise.all([
      Promise.all(missing.map((propertyId) => create(store, scope, source, propertyId))),
      ...derived.map(({ _id, booking }) => follow(store, scope, _id, source, targets.includes(booking.property_id))),
    ]);
    const again = await targetsOf(store, scope, source);
    if (created.every(Boolean) && again.join() === targets.join()) return;
  }
  throw new Error(`the linked records of stay ${stayId} were not derived: its links change all the time`);
}

/**
 * Brings a derived record to where its source is by now. Whoever changes the source sees the records that are derived
 * already: one that was made by an older look at the source looks at it again itself.
 */
export async function followSource(store: BookingStore, scope: AccountScope, derivedId: number): Promise<void> {
  const derived = await readClaim(store, scope, derivedId);
  const source = derived?.source && (await readSource(store, scope, derived.source.stay_id));
  if (!derived || !source) return;
  const targets = await targetsOf(store, scope, source);
  await follow(store, scope, derivedId, source, targets.includes(derived.booking.property_id));
}

/** What is derived from, with the quote that a hold is over by. */
type Source = StayClaim & Pick<StayDocument, 'quote'>;

async function readSource(store: BookingStore, scope: AccountScope, stayId: number): Promise<Source | undefined> {
  return (await store.stays.readHidden(scope, { _id: stayId }, [...claimFields, 'quote'], 1))[0];
}

/** The properties that are to show a source, ascending: none when it occupies no nights. */
async function targetsOf(store: BookingStore, scope: AccountScope, { booking }: StayClaim): Promise<number[]> {
  if (!claimsNights(booking)) return [];
  const links = await readLinks(store, scope, [booking.property_id]);
  const active = links.filter(({ state, counts_from }) => state === 'active' && counts_from < booking.departure);
  return linkedTo(booking.property_id, active)
    .map(({ property_id }) => property_id)
    .sort((a, b) => a - b);
}

/** Brings a derived record to where its source is, unless it has seen a newer state of it. */
async function follow(
  store: BookingStore,
  scope: AccountScope,
  derivedId: number,
  source: Source,
  isLinked: boolean,
): Promise<void> {
  await store.stays.update(scope, { _id: derivedId }, async (before) => {
    if (before.source && before.source.revision > source.revision) return undefined;
    const { arrival, departure, status } = source.booking;
    const next: BookingPart = isLinked
      ? { ...before.booking, arrival, departure, status }
      : { ...before.booking, status: 'canceled' };
    const canceled_utc = next.status === 'canceled' ? before.booking.canceled_utc : null;
    const booking = { ...next, canceled_utc };
    const after: StayBody = { ...before, booking, source: sourceOf(source) };
    return { after, references: await loadReferences(store, scope, [booking]) };
  });
}

/** Makes a derived record. Answers whether nobody was faster. */
async function create(store: BookingStore, scope: AccountScope, source: Source, propertyId: number): Promise<boolean> {
  const { arrival, departure, status } = source.booking;
  const input = { property_id: propertyId, arrival, departure, status };
  const references = await loadReferences(store, scope, [{ ...input, guest_id: null, listing_site_id: null }]);
  const property = propertyOf(references, propertyId);
  try {
    await store.stays.create(scope, async () => {
      const id = await store.ids.next('booking');
      const booking = newBooking(id, 'linked_availability', input, property, references.account) as BookingPart;
      const _id = await store.ids.next('stay');
      const steps = [{ name: FOLLOW_SOURCE, args: {} }];
      return { after: { _id, user_id: scope.accountId, booking, source: sourceOf(source) }, references, steps };
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

function sourceOf({ _id, revision, booking, quote }: Source): NonNullable<StayBody['source']> {
  const { id, type } = booking;
  return { stay_id: _id, revision, booking_id: id, type, expires_utc: holdExpiry(booking, quote) };
}
