import type { Owner } from '@keyhaven/contracts/booking/owner';
import { services } from '@keyhaven/contracts/platform/services';
import type { Entity } from '@keyhaven/persistence/entity';
import type { Connection, Model } from 'mongoose';
import { type ContactBody, type ContactDocument, contactSchema, presentContact } from './contact.model';

export function ownerModel(connection: Connection): Model<ContactDocument> {
  return connection.model<ContactDocument>('Owner', contactSchema('owners'));
}

export function presentOwner(body: ContactBody): Owner {
  const { id, ...contact } = presentContact(body);
  return { id, name: body.name?.trim() || `${body.first_name} ${body.last_name}`.trim(), ...contact };
}

export const ownerEntity: Entity<ContactDocument, Owner> = {
  type: 'owner',
  topic: services.booking.topic,
  isIn: ({ is_deleted }) => !is_deleted,
  present: presentOwner,
  categories: () => [],
  stampedWhenDeleted: () => ['deleted_utc'],
};
