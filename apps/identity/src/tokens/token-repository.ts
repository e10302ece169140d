import type { AccountId } from '@keyhaven/persistence/account-scope';
import type { Model } from 'mongoose';
import { hashToken } from './hash-token';
import type { TokenDocument } from './token.model';

/** The tokens. Looking one up by itself is the only read that knows no account: it is how the account is found. */
export class TokenRepository {
  constructor(private readonly model: Model<TokenDocument>) {}

  /** The token that was presented, whatever has become of it. */
  async findPresented(token: string): Promise<TokenDocument | undefined> {
    return (await this.model.findOne({ token_hash: hashToken(token) }).lean()) ?? undefined;
  }

  /** A token of the account that is not revoked. */
  async findById(accountId: AccountId, id: number): Promise<TokenDocument | undefined> {
    if (!Number.isSafeInteger(id)) return undefined;
    return (await this.model.findOne({ _id: id, user_id: accountId, revoked_utc: null }).lean()) ?? undefined;
  }

  /** Stores a new token. */
  async insert(document: Omit<TokenDocument, 'created_utc' | 'revoked_utc'>): Promise<void> {
    const { _id, ...fields } = document;
    // An upsert, because only an update can take the database's clock.
    await this.model.updateOne(
      { _id },
      [{ $set: { ...literals(fields), created_utc: '$$NOW', revoked_utc: null } }] as never,
      { upsert: true, updatePipeline: true },
    );
  }

  /** Revokes a token of the account; one that is revoked already stays so. Answers whether there is such a token. */
  async revoke(accountId: AccountId, id: number): Promise<boolean> {
    const revoked = { $set: { revoked_utc: { $ifNull: ['$revoked_utc', '$$NOW'] } } };
    const { matchedCount } = await this.model.updateOne({ _id: id, user_id: accountId }, [revoked] as never, {
      updatePipeline: true,
    });
    return matchedCount > 0;
  }
}

/** Values that a pipeline stores as they are: a text that begins with a dollar sign is no expression. */
function literals(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, { $literal: value as unknown }]));
}
