import type { Scope, TokenKind } from '@keyhaven/contracts/identity/identity';
import { type Connection, type Model, Schema } from 'mongoose';

/** A token of a person. The token itself is nowhere: only its hash is. It has no events. */
export interface TokenDocument {
  _id: number;
  user_id: number;
  /** The user whom it belongs to. */
  person_id: number;
  kind: TokenKind;
  scope: Scope;
  description: string;
  token_hash: string;
  created_utc: Date;
  expires_utc: Date | null;
  revoked_utc: Date | null;
}

/**
 * The tokens of all accounts. A request shows only the token, and its account is what the look-up tells: the index by
 * hash cannot start with the account, so this collection is not sharded by it.
 */
export function tokenModel(connection: Connection): Model<TokenDocument> {
  const schema = new Schema<TokenDocument>(
    {
      _id: Number,
      user_id: Number,
      person_id: Number,
      kind: String,
      scope: String,
      description: String,
      token_hash: String,
      created_utc: Date,
      expires_utc: Date,
      revoked_utc: Date,
    },
    { collection: 'tokens', versionKey: false, autoIndex: false, autoCreate: false },
  )
    // Introspection.
    .index({ token_hash: 1 }, { unique: true });
  return connection.model<TokenDocument>('Token', schema);
}
