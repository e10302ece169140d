import {
  type Guest,
  type GuestCreation,
  type GuestPatch,
  serverDecidedOfGuests,
} from '@keyhaven/contracts/booking/guest';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { echoFaults } from '@keyhaven/contracts/shared/server-decided';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { BookingStore } from '../store/booking-store';
import { type GuestBody, liveGuest, presentGuest } from '../store/guest.model';
import { searchTerms } from './domain/search-terms';

/**
 * Adds a guest. Guests with equal e-mail addresses stay separate.
 * @throws ApiError bad_request for what only the server decides.
 */
export async function createGuest(
  store: BookingStore,
  scope: AccountScope,
  input: GuestCreation,
): Promise<{ record: Guest; version: number }> {
  const { record } = await store.guests.create(scope, async () =>
    newGuest(store, scope, await store.ids.next('guest'), input),
  );
  return { record: record as unknown as Guest, version: FIRST_VERSION };
}

/** Adds a guest under a given id: once, even if called again, and not again after a deletion. */
export async function addGuestOnce(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  input: GuestCreation,
): Promise<void> {
  if (await store.guests.findOne(scope, { _id: id })) return;
  try {
    await store.guests.create(scope, () => newGuest(store, scope, id, input));
  } catch (error) {
    // Another process added the guest in the meantime.
    if (!isDuplicateKey(error) || !isDuplicateOf(error, '_id')) throw error;
  }
}

async function newGuest(store: BookingStore, scope: AccountScope, id: number, input: GuestCreation) {
  const empty = { first_name: '', last_name: '', notes: null, addresses: [], email_addresses: [], phones: [] };
  const after = {
    ...empty,
    ...(await withIds(store, input)),
    _id: id,
    user_id: scope.accountId,
    version: 0,
    is_deleted: false,
  } as unknown as GuestBody;
  assertEchoes(input, [after]);
  return { after: { ...after, search_terms: searchTerms(after) }, references: undefined };
}

/**
 * Changes a guest. A list of contact details that is sent replaces the one that was there.
 * @throws ApiError not_found, bad_request, precondition_failed.
 */
export async function updateGuest(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  patch: GuestPatch,
): Promise<{ record: Guest; version: number }> {
  const body = await store.guests.update(scope, liveGuest(id), async (before) => {
    const after = { ...before, ...(await withIds(store, patch, before)) };
    assertEchoes(patch, [before]);
    if (`${after.first_name}${after.last_name}`.trim() === '') {
      throw new ApiError('bad_request', 'first_name: a guest needs a first_name or a last_name');
    }
    return { after: { ...after, search_terms: searchTerms(after) }, references: undefined };
  });
  return { record: presentGuest(body), version: body.version };
}

function assertEchoes(body: GuestPatch, states: readonly GuestBody[]): void {
  const faults = echoFaults(body, states.map(presentGuest), serverDecidedOfGuests);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

type ContactDetail = { id: number; is_default: boolean };

/**
 * The body with ids for contact details. An unchanged detail keeps its id; the first is the default unless another is
 * marked.
 */
async function withIds(store: BookingStore, input: GuestPatch, before?: GuestBody): Promise<Partial<GuestBody>> {
  const { id: _id, created_utc: _created, updated_utc: _updated, ...written } = input;
  const result: Record<string, unknown> = written;
  for (const list of ['addresses', 'email_addresses', 'phones'] as const) {
    const sent = input[list];
    if (!sent) continue;
    const marked = sent.findIndex((detail) => detail.is_default === true);
    const known = [...((before?.[list] ?? []) as ContactDetail[])];
    const details: ContactDetail[] = [];
    for (const [index, detail] of sent.entries()) {
      const next = { ...detail, is_default: index === Math.max(marked, 0) };
      const same = known.findIndex(({ id: _id, ...rest }) => sameDetail(rest, next));
      const id = same >= 0 ? known.splice(same, 1)[0]!.id : await store.ids.next('contact_detail');
      details.push({ id, ...next });
    }
    result[list] = details;
  }
  return result;
}

/** Whether two contact details are equal, apart from which one is the default. */
function sameDetail(a: Omit<ContactDetail, 'id'>, b: Omit<ContactDetail, 'id'>): boolean {
  const text = (detail: object) =>
    JSON.stringify(Object.entries({ ...detail, is_default: null }).sort(([x], [y]) => (x < y ? -1 : 1)));
  return text(a) === text(b);
}
