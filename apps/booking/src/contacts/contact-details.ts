import { type Contact, contactLists } from '@keyhaven/contracts/booking/contact';
import type { GuestPatch } from '@keyhaven/contracts/booking/guest';
import type { OwnerPatch } from '@keyhaven/contracts/booking/owner';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { decidedOfRecords, echoFaults, faultsOfEchoes } from '@keyhaven/contracts/shared/server-decided';
import type { BookingStore } from '../store/booking-store';
import type { ContactBody } from '../store/contact.model';

/**
 * Checks the ids and timestamps in a body. Only the server sets them, so they must equal stored
 * values.
 * @param states the contact before and after the change.
 * @throws ApiError bad_request for values that the contact has neither before nor after the change.
 */
export function assertContactEchoes(body: GuestPatch | OwnerPatch, states: readonly Contact[]): void {
  const ids = contactLists.flatMap((list) =>
    (body[list] ?? []).flatMap(({ id }) => (id == null ? [] : [{ path: `${list}.id`, value: id }])),
  );
  const faults = [...echoFaults(body, states, decidedOfRecords), ...faultsOfEchoes(ids, states)];
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

type ContactDetail = { id: number; is_default: boolean };

/**
 * Gives ids to the contact details (addresses, e-mail addresses and telephone numbers) of a body.
 * An unchanged detail keeps its id. The first detail is the default unless another detail has
 * `is_default`.
 */
export async function withDetailIds(
  store: BookingStore,
  input: GuestPatch | OwnerPatch,
  before?: ContactBody,
): Promise<Partial<ContactBody>> {
  const { id: _id, created_utc: _created, updated_utc: _updated, ...written } = input;
  const result: Record<string, unknown> = written;
  for (const list of contactLists) {
    const sent = input[list];
    if (!sent) continue;
    const marked = sent.findIndex((detail) => detail.is_default === true);
    const known = [...((before?.[list] ?? []) as ContactDetail[])];
    const details: ContactDetail[] = [];
    for (const [index, { id: _sentId, ...detail }] of sent.entries()) {
      const next = { ...detail, is_default: index === Math.max(marked, 0) };
      const same = known.findIndex(({ id: _id, ...fields }) => sameDetail(fields, next));
      const id = same >= 0 ? known.splice(same, 1)[0]!.id : await store.ids.next('contact_detail');
      details.push({ id, ...next });
    }
    result[list] = details;
  }
  return result;
}

/** Whether two contact details are equal. Ignores `is_default`. */
function sameDetail(a: Omit<ContactDetail, 'id'>, b: Omit<ContactDetail, 'id'>): boolean {
  const text = (detail: object) =>
    JSON.stringify(Object.entries({ ...detail, is_default: null }).sort(([x], [y]) => (x < y ? -1 : 1)));
  return text(a) === text(b);
}
