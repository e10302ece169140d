import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { Connection } from 'mongoose';

/** A copy of a message thread, from the messaging service's events. */
export interface ThreadCopy extends CopyDocument {
  booking_id: number | null;
  guest_id: number | null;
}

export function threadCopies(connection: Connection): CopyRepository<ThreadCopy> {
  const schema = copySchema<ThreadCopy>('thread_copies', { booking_id: Number, guest_id: Number })
    // The threads of a booking.
    .index({ user_id: 1, booking_id: 1 })
    // The threads of a guest, before the guest is deleted.
    .index({ user_id: 1, guest_id: 1 });
  return new CopyRepository(connection.model<ThreadCopy>('ThreadCopy', schema));
}
