import { services } from '@keyhaven/contracts/platform/services';
import type { Consumer } from '@keyhaven/events/event-bus';
import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import type { Connection } from 'mongoose';
import { z } from 'zod';

/** The copy of an owner, for the name on statements. */
export interface OwnerCopy extends CopyDocument {
  name: string;
}

export function ownerCopies(connection: Connection): CopyRepository<OwnerCopy> {
  const schema = copySchema<OwnerCopy>('owner_copies', { name: String });
  return new CopyRepository(connection.model<OwnerCopy>('OwnerCopy', schema));
}

const ownerRecord = z.object({ name: z.string() });

export function consumeOwners(copies: CopyRepository<OwnerCopy>): Consumer[] {
  return consumeCopies({
    group: 'finance.owners',
    topic: services.booking.topic,
    entityType: 'owner',
    copies,
    read: ({ entity }) => ownerRecord.parse(entity),
  });
}
