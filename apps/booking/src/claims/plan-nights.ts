import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { nightOfKey } from '@keyhaven/stays/night-keys';
import { describeNights } from '@keyhaven/stays/nights';
import type { BookingPart } from '../bookings/domain/booking-part';
import { isChannelBooking } from '../bookings/domain/channel-rules';
import { linkedTo, type LinkTerms } from '../links/domain/linked-properties';
import type { BookingStore } from '../store/booking-store';
import type { StayBody } from '../store/stay.model';
import { claimsNights } from './domain/claim';
import { type Held, planClaim, type PlannedClaim } from './domain/plan-claim';
import { findOverbookedNights } from './find-overbooked-nights';
import { keysOfNights } from './keys-of-nights';
import { holdersOf, ownsKey, readClaim, type StayClaim, waitersFor } from './read-claims';

const nothing: Held = { night_keys: [], waiting_keys: [], kept_keys: [] };

/**
 * The night keys of a booking. While the latest write of the booking may still be undone, the night
 * keys include the keys of the former nights.
 */
export function wantedKeys(
  booking: Pick<BookingPart, 'type' | 'status' | 'property_id' | 'arrival' | 'departure'>,
  fallback: StayBody['fallback'],
  links: readonly LinkTerms[],
): string[] {
  const keys = claimsNights(booking) ? keysOfNights(booking, linkedTo(booking.property_id, links)) : [];
  if (fallback) keys.push(...keysOfNights(fallback, linkedTo(fallback.property_id, links)));
  return [...new Set(keys)];
}

/** The night keys of a stay after a change. `released` and `waits` are for the job that secures the nights. */
export interface ClaimedNights {
  keys: Pick<StayBody, 'night_keys' | 'waiting_keys' | 'kept_keys' | 'waits'>;
  overbooked: BookingPart['overbooked_nights'];
  released: string[];
  waits: boolean;
}

/**
 * Plans the night keys of a stay.
 * @param stay the stay before the change; undefined for a new stay.
 * @param taken keys that another stay has. Only a channel's booking may wait for such keys.
 * @throws ApiError nights_taken when a booking without a channel would have to wait.
 */
export async function planNights(
  store: BookingStore,
  scope: AccountScope,
  stay: StayClaim | undefined,
  next: { booking: BookingPart; fallback: StayBody['fallback']; links: readonly LinkTerms[] },
  taken: ReadonlySet<string>,
): Promise<ClaimedNights & { plan: PlannedClaim }> {
  const wanted = wantedKeys(next.booking, next.fallback, next.links);
  const held: Held = { ...nothing, ...withoutUndefined(stay) };
  const others = stay?.awaited === undefined ? [] : await waitersFor(store, scope, held.night_keys);
  const plan = planClaim({
    propertyId: next.booking.property_id,
    wanted,
    held,
    owned: new Set(stay ? held.night_keys.filter((key) => ownsKey(stay, key)) : []),
    awaited: new Set(others.filter(({ _id }) => _id !== stay?._id).flatMap(({ waiting_keys = [] }) => waiting_keys)),
    taken,
  });
  if (plan.refused.length > 0 && !isChannelBooking(next.booking))
    throw nightsTaken(next.booking.property_id, plan.refused);
  const kept = new Set(plan.kept_keys);
  const open = plan.waiting_keys.filter((key) => !kept.has(key));
  return {
    plan,
    keys: {
      night_keys: orAbsent(plan.night_keys),
      waiting_keys: orAbsent(plan.waiting_keys),
      kept_keys: orAbsent(plan.kept_keys),
      waits: plan.waiting_keys.length > 0 ? true : undefined,
    },
    overbooked: await findOverbookedNights(store, scope, open),
    released: plan.released,
    waits: open.length > 0,
  };
}

/** Returns which of these keys other stays have. Ignores the stays in `except`. */
export async function keysOfOthers(
  store: BookingStore,
  scope: AccountScope,
  keys: readonly string[],
  ...except: readonly number[]
): Promise<string[]> {
  const wanted = new Set(keys);
  const holders = (await holdersOf(store, scope, keys)).filter(({ _id }) => !except.includes(_id));
  return holders.flatMap(({ night_keys = [] }) => night_keys.filter((key) => wanted.has(key)));
}

export function nightsTaken(propertyId: number, keys: readonly string[]): ApiError {
  return new ApiError(
    'nights_taken',
    `nights at property ${propertyId} are taken: ${describeNights(keys.map(nightOfKey))}`,
  );
}

/**
 * Reads the night keys of a stay that is being changed. If these keys are outdated, the write of the stay fails,
 * because the write is conditional on the stay's revision.
 */
export async function presentClaim(store: BookingStore, scope: AccountScope, stayId: number): Promise<StayClaim> {
  const stay = await readClaim(store, scope, stayId);
  if (!stay) throw new Error(`stay ${stayId} does not exist`);
  return stay;
}

/**
 * Returns undefined for an empty list: a stay without keys must not have the field, because the
 * unique index would refuse a second empty list.
 */
export function orAbsent(keys: string[]): string[] | undefined {
  return keys.length > 0 ? keys : undefined;
}

function withoutUndefined(stay: StayClaim | undefined): Partial<Held> {
  if (!stay) return {};
  const { night_keys, waiting_keys, kept_keys } = stay;
  return {
    ...(night_keys ? { night_keys } : {}),
    ...(waiting_keys ? { waiting_keys } : {}),
    ...(kept_keys ? { kept_keys } : {}),
  };
}
