import type { Contact } from '@keyhaven/contracts/booking/contact';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { job } from '../jobs';
import type { BookingStore } from '../store/booking-store';
import type { ContactKind } from './contact-kind';

interface Referring {
  guest_id?: number | null;
  owner_id?: number | null;
}

/**
 * The jobs for a write that adds references to guests and owners: one job for each guest or owner
 * that the records did not refer to before.
 */
export function keepContactJobs(
  before: readonly (Referring | undefined)[],
  after: readonly (Referring | undefined)[],
): JobRequest[] {
  const added = (field: keyof Referring) => {
    const known = new Set(before.map((referring) => referring?.[field]));
    const named = new Set(after.flatMap((referring) => referring?.[field] ?? []));
    return [...named].filter((id) => !known.has(id));
  };
  return [
    ...added('guest_id').map((guest_id) => job('keep_guest', { guest_id })),
    ...added('owner_id').map((owner_id) => job('keep_owner', { owner_id })),
  ];
}

/**
 * Restores a deleted contact if a record refers to it. A deletion searches for references after its own write, and a
 * write that adds a reference checks the contact after its own write. So if a deletion and such a write happen at the
 * same time, at least one of the two requests finds the write of the other.
 */
export async function keepContact<Shown extends Contact>(
  kind: ContactKind<Shown>,
  store: BookingStore,
  scope: AccountScope,
  id: number,
): Promise<void> {
  const records = kind.records(store);
  if (!(await records.findOne(scope, { _id: id, is_deleted: true }))) return;
  if ((await kind.findReferences(store, scope, id)).length === 0) return;
  await records.update(scope, { _id: id }, (before) =>
    Promise.resolve(
      before.is_deleted ? { after: { ...before, is_deleted: false, deleted_utc: undefined } } : undefined,
    ),
  );
}
