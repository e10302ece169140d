import { services } from '@keyhaven/contracts/platform/services';
import type { Consumer } from '@keyhaven/events/event-bus';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import type { Connection } from 'mongoose';

/** The copy of a listing site. Used only to check that the listing site exists. */
export type ListingSiteCopy = CopyDocument;

export function listingSiteCopies(connection: Connection): CopyRepository<ListingSiteCopy> {
  const schema = copySchema<ListingSiteCopy>('listing_site_copies', {});
  return new CopyRepository(connection.model<ListingSiteCopy>('ListingSiteCopy', schema));
}

/** Stores copies of listing sites from the events of the booking service. */
export function consumeListingSites(copies: CopyRepository<ListingSiteCopy>): Consumer[] {
  return consumeCopies({
    group: 'fees.listing_sites',
    topic: services.booking.topic,
    entityType: 'listing_site',
    copies,
    read: () => ({}),
  });
}
