import type { Guest } from '@keyhaven/contracts/booking/guest';
import { services } from '@keyhaven/contracts/platform/services';
import type { Entity } from '@keyhaven/persistence/entity';
import type { Connection, Model } from 'mongoose';
import { type ContactDocument, contactSchema, presentContact } from './contact.model';

export function guestModel(connection: Connection): Model<ContactDocument> {
  return connection.model<ContactDocument>('Guest', contactSchema('guests'));
}

export const guestEntity: Entity<ContactDocument, Guest> = {
  type: 'guest',
  topic: services.booking.topic,
  isIn: ({ is_deleted }) => !is_deleted,
  present: presentContact,
  categories: () => [],
  stampedWhenDeleted: () => ['deleted_utc'],
};
