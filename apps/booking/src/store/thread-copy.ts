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
    // Serves the query for the threads of a booking.
    .index({ user_id: 1, booking_id: 1 })
    // Serves the query for the threads of a guest who is about to be deleted.
    .index({ user_id: 1, guest_id: 1 });
  return new CopyRepository(connection.model<ThreadCopy>('ThreadCopy', schema));
}
