import type { Scope, TokenKind } from '@keyhaven/contracts/identity/identity';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';
import { hashToken } from './hash-token';

/** A token of a person. The token itself is nowhere: only its hash is. */
export interface TokenDocument extends RecordDocument {
  /** The user whom it belongs to. */
  person_id: number;
  kind: TokenKind;
  scope: Scope;
  description: string;
  token_hash: string;
  expires_utc: Date | null;
  is_revoked: boolean;
  /** Absent until it is revoked. */
  revoked_utc?: Date;
}

/**
 * The tokens of all accounts. A request shows only the token, and its account is what the look-up tells: the index by
 * hash cannot start with the account, so this collection is not sharded by it.
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
    revoked_utc: Date,
  })
    // Introspection.
    .index({ token_hash: 1 }, { unique: true, partialFilterExpression: { token_hash: { $exists: true } } });
  return connection.model<TokenDocument>('Token', schema);
}

/** Tokens publish no events: the end of one triggers a job of its write. */
export const tokenEntity: Entity<TokenDocument> = {
  type: 'token',
  isIn: ({ is_revoked }) => !is_revoked,
  present: ({ _id, kind, scope }) => ({ id: _id, kind, scope }),
  categories: () => [],
  stampedWhenDeleted: () => ['revoked_utc'],
};

/**
 * The token that was presented, whatever has become of it. The only read that knows no account: it is how the account
 * is found.
 */
export async function findPresented(model: Model<TokenDocument>, token: string): Promise<Body<TokenDocument> | null> {
  return model.findOne({ token_hash: hashToken(token) }).lean<Body<TokenDocument>>();
}
