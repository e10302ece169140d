import type { User } from '@keyhaven/contracts/identity/identity';
import { services } from '@keyhaven/contracts/platform/services';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';

/** A person who signs in to an account. */
export interface UserDocument extends RecordDocument {
  /** In lower case. */
  email_address: string;
  first_name: string;
  last_name: string;
}

export type UserBody = Body<UserDocument>;

/**
 * The collection of the users of all accounts. An e-mail address belongs to one user on the whole platform, so its
 * index cannot start with the account, and the collection cannot be sharded by account. Users are few, and in return
 * one write decides who gets an address; a separate collection of addresses would need two writes, and a repair of
 * incomplete ones.
 */
export function userModel(connection: Connection): Model<UserDocument> {
  const schema = tenantSchema<UserDocument>('users', {
    email_address: String,
    first_name: String,
    last_name: String,
  })
    // Each e-mail address belongs to one user.
    .index({ email_address: 1 }, { unique: true, partialFilterExpression: { email_address: { $exists: true } } });
  return connection.model<UserDocument>('User', schema);
}

export function presentUser(body: UserBody): User {
  const { _id, email_address, first_name, last_name, created_utc, updated_utc } = body;
  return {
    id: _id,
    email_address,
    first_name,
    last_name,
    created_utc: instantOrBlank(created_utc),
    updated_utc: instantOrBlank(updated_utc),
  };
}

export const userEntity: Entity<UserDocument, User> = {
  type: 'user',
  topic: services.identity.topic,
  isIn: () => true,
  present: presentUser,
  categories: () => [],
};
