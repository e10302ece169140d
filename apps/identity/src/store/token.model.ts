import type { Scope, TokenKind } from '@keyhaven/contracts/identity/identity';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';
import { hashToken } from './hash-token';

/** A token of a user. Only the hash of the token is stored. */
export interface TokenDocument extends RecordDocument {
  /** The user that the token belongs to. */
  person_id: number;
  kind: TokenKind;
  scope: Scope;
  description: string;
  token_hash: string;
  expires_utc: Date | null;
  is_revoked: boolean;
  /**
   * The time of the last use, stored at most once a minute; absent until the token is used. This
   * write does not increase the revision: see `LastUses`.
   */
  last_used_utc?: Date;
  /** Absent until the token is revoked. */
  revoked_utc?: Date;
}

/**
 * The collection of the tokens of all accounts. A request contains only the token, and the query by its hash finds the
 * account. So the index by hash cannot start with the account, and the collection is not sharded by account.
 */
export function tokenModel(connection: Connection): Model<TokenDocument> {
  const schema = tenantSchema<TokenDocument>('tokens', {
    person_id: Number,
    kind: String,
    scope: String,
    description: String,
    token_hash: String,
    expires_utc: Date,
    is_revoked: Boolean,
    last_used_utc: Date,
    revoked_utc: Date,
  })
    // Serves the list and the revocation of the tokens of a person.
    .index({ user_id: 1, person_id: 1, _id: 1 })
    // Serves the list of all personal tokens of an account, for the owners of the account.
    .index({ user_id: 1, kind: 1, _id: 1 })
    // Serves introspection.
    .index({ token_hash: 1 }, { unique: true, partialFilterExpression: { token_hash: { $exists: true } } });
  return connection.model<TokenDocument>('Token', schema);
}

/** Tokens publish no events; a revocation causes a job. */
export const tokenEntity: Entity<TokenDocument> = {
  type: 'token',
  isIn: ({ is_revoked }) => !is_revoked,
  present: ({ _id, kind, scope }) => ({ id: _id, kind, scope }),
  categories: () => [],
  stampedWhenDeleted: () => ['revoked_utc'],
};

/**
 * Finds a presented token, even if it is revoked or expired. The query is not limited to an
 * account, because the account is not known yet.
 */
export async function findPresented(model: Model<TokenDocument>, token: string): Promise<Body<TokenDocument> | null> {
  return model.findOne({ token_hash: hashToken(token) }).lean<Body<TokenDocument>>();
}
