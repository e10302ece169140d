import type { Role, Scope, User } from '@keyhaven/contracts/identity/identity';
import type { LinkKind } from '@keyhaven/contracts/identity/link-routes';
import { services } from '@keyhaven/contracts/platform/services';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';

/** A one-time link with which a person sets a password. Only the hash of its token is stored. */
export interface StoredLink {
  kind: LinkKind;
  hash: string;
  expires_utc: Date;
}

/**
 * A person who signs in to an account. Password, links and epoch are in one document, so that one write can use up a
 * link, set the password and end all sessions.
 */
export interface UserDocument extends RecordDocument {
  /**
   * The e-mail address in lower case. For a removed person, a text that is not an address, so that
   * another person can have the address.
   */
  email_address: string;
  first_name: string;
  last_name: string;
  role: Role;
  /** Absent until the person sets a password. */
  password_hash?: string;
  /** The unused links, at most one of each kind. */
  links?: StoredLink[];
  /**
   * A session of the person is valid only if its `epoch` equals this value. An increase of this
   * value ends all sessions. Absent at first.
   */
  access_epoch?: number;
  is_removed?: boolean;
}

export type UserBody = Body<UserDocument>;

/**
 * The collection of the users of all accounts. An e-mail address belongs to one user of the whole platform. So its
 * index cannot start with the account, and the collection cannot be sharded by account. This is acceptable because
 * there are few users, and one write decides who gets an address. A separate collection of addresses would need two
 * writes, and a repair if only one of them succeeded.
 */
export function userModel(connection: Connection): Model<UserDocument> {
  const schema = tenantSchema<UserDocument>('users', {
    email_address: String,
    first_name: String,
    last_name: String,
    role: String,
    password_hash: String,
    links: { type: [Schema.Types.Mixed], default: undefined },
    access_epoch: Number,
    is_removed: Boolean,
  })
    // Serves sign-in. Allows only one user for each e-mail address.
    .index({ email_address: 1 }, { unique: true, partialFilterExpression: { email_address: { $exists: true } } })
    // Serves the query for the person who has a one-time link.
    .index({ 'links.hash': 1 }, { partialFilterExpression: { 'links.hash': { $exists: true } } });
  return connection.model<UserDocument>('User', withDeletion(schema));
}

/** Returns the widest scope that a person's personal tokens may have. Members may only read. */
export function widestScopeOf(role: Role): Scope {
  return role === 'owner' ? 'full' : 'read';
}

export function epochOf({ access_epoch = 0 }: Pick<UserBody, 'access_epoch'>): number {
  return access_epoch;
}

/** Returns a filter for the person with this id, unless the person is removed. */
export function livePerson(id: number): { _id: number; is_removed: { $ne: true } } {
  return { _id: id, is_removed: { $ne: true } };
}

function presentUser(body: UserBody): User {
  const { _id, email_address, first_name, last_name, role, created_utc, updated_utc } = body;
  return {
    id: _id,
    email_address,
    first_name,
    last_name,
    role,
    created_utc: instantOrBlank(created_utc),
    updated_utc: instantOrBlank(updated_utc),
  };
}

export const userEntity: Entity<UserDocument, User> = {
  type: 'user',
  topic: services.identity.topic,
  isIn: ({ is_removed }) => is_removed !== true,
  present: presentUser,
  categories: () => [],
  stampedWhenDeleted: () => ['deleted_utc'],
};
