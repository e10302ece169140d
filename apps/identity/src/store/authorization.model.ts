import type { Scope } from '@keyhaven/contracts/identity/identity';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';
import { hashToken } from './hash-token';

/** The authorization code of a grant. It is kept after its use, to recognize a second use. */
export interface StoredCode {
  hash: string;
  /** The redirect URI to which the code was sent. */
  redirect_uri: string;
  /**
   * Whether the authorization request contained the redirect URI. If not, `redirect_uri` is the app's only registered
   * redirect URI.
   */
  named_redirect_uri: boolean;
  /** The PKCE challenge for the method S256. */
  challenge: string | null;
  expires_utc: Date;
  used_utc: Date | null;
}

export interface StoredAccessToken {
  hash: string;
  scope: Scope;
  /** Null if the token does not expire. */
  expires_utc: Date | null;
}

/**
 * The refresh token of a grant. All refresh tokens of a grant have the same first part, their
 * family, so that old tokens of the grant are recognized.
 */
export interface StoredRefreshToken {
  family_hash: string;
  hash: string;
  expires_utc: Date;
  /** The previous refresh token, and when it was replaced. */
  previous: { hash: string; replaced_utc: Date } | null;
  /**
   * The hashes of further tokens that replaced the previous token. One is created each time the
   * previous token is sent again. When one of the replacements is used, the others become invalid.
   * Absent if there is only one replacement.
   */
  siblings?: string[];
}

/**
 * One consent of a person: the code, and the tokens that were created from the code. All of them are revoked together.
 */
export interface Grant {
  /** The id by which internal tokens, subscriptions and logs refer to the grant. */
  id: number;
  person_id: number;
  scope: Scope;
  created_utc: Date;
  code: StoredCode;
  access_tokens: StoredAccessToken[];
  refresh_token: StoredRefreshToken | null;
}

/**
 * An app's authorization to use an account. There is one document for each app and account, even if the app was
 * authorized several times.
 */
export interface AuthorizationDocument extends RecordDocument {
  client_id: string;
  /** The account that created the app. */
  app_owner_id: number;
  /**
   * Counts the authorizations: 1 for the first one, and one more for each authorization after a
   * revocation.
   */
  term: number;
  is_revoked: boolean;
  /**
   * The start of the current authorization. A new consent changes this time only if the authorization was revoked or
   * all its grants had expired.
   */
  authorized_utc: Date;
  /** The consents, oldest first. A new consent removes those that have expired. */
  grants: Grant[];
  /**
   * The time of the last use, stored at most once a minute. This write does not increase the
   * revision: see `LastUses`.
   */
  last_used_utc: Date | null;
}

export type AuthorizationBody = Body<AuthorizationDocument>;

/**
 * The collection of the authorizations of all accounts. A request contains only a token, and the query by its hash
 * finds the account. So the indexes by hashes cannot start with the account, and the collection is not sharded by
 * account.
 */
export function authorizationModel(connection: Connection): Model<AuthorizationDocument> {
  const schema = tenantSchema<AuthorizationDocument>('authorizations', {
    client_id: String,
    app_owner_id: Number,
    term: Number,
    is_revoked: Boolean,
    authorized_utc: Date,
    grants: [Schema.Types.Mixed],
    last_used_utc: Date,
  })
    // Allows one authorization of an app in an account. If two requests create the authorization at
    // the same time, the second write fails because of this index. The second request then changes
    // the authorization that the first request created.
    .index({ user_id: 1, client_id: 1 }, { unique: true, partialFilterExpression: { client_id: { $exists: true } } })
    // Serves the query for the authorizations of a deleted app. All of these authorizations must be
    // revoked.
    .index({ client_id: 1, _id: 1 })
    // Serve introspection, exchanges, refreshes, and revocation by the app. These indexes need not be unique, because
    // the hashes are random.
    .index({ 'grants.access_tokens.hash': 1 })
    .index({ 'grants.code.hash': 1 })
    .index({ 'grants.refresh_token.family_hash': 1 });
  return connection.model<AuthorizationDocument>('Authorization', schema);
}

/**
 * Authorizations publish no events; a revocation causes a job. A changed token counts as a change of the authorization,
 * although the record contains no tokens.
 */
export const authorizationEntity: Entity<AuthorizationDocument> = {
  type: 'authorization',
  isIn: () => true,
  present: ({ _id, client_id, term, is_revoked }) => ({ id: _id, client_id, term, is_revoked }),
  withheld: ({ grants }) => grants,
  categories: () => [],
};

const paths = {
  access: 'grants.access_tokens.hash',
  code: 'grants.code.hash',
  refresh: 'grants.refresh_token.family_hash',
} as const;

/** An authorization, and the grant whose token or code was presented. */
export interface FoundGrant {
  authorization: AuthorizationBody;
  grant: Grant;
}

/**
 * Finds the grant of a presented access token, code or refresh token, even if it is used or
 * expired. The query is not limited to an account, because the account is not known yet.
 */
export async function findGrant(
  model: Model<AuthorizationDocument>,
  kind: keyof typeof paths,
  presented: string,
): Promise<FoundGrant | undefined> {
  const hash = hashToken(kind === 'refresh' ? familyOf(presented) : presented);
  const authorization = await model.findOne({ [paths[kind]]: hash }).lean<AuthorizationBody>();
  const grant = authorization?.grants.find((one) => hashesOf(one, kind).includes(hash));
  return authorization && grant ? { authorization, grant } : undefined;
}

function hashesOf({ access_tokens, code, refresh_token }: Grant, kind: keyof typeof paths): string[] {
  if (kind === 'access') return access_tokens.map(({ hash }) => hash);
  if (kind === 'code') return [code.hash];
  return refresh_token ? [refresh_token.family_hash] : [];
}

/**
 * The number of random bytes in the first part of a refresh token. This part is written as `rt_`
 * and 22 characters. 128 bits are enough so that nobody can guess the first part of another grant's
 * tokens.
 */
export const FAMILY_BYTES = 16;
const FAMILY_LENGTH = 25;

/**
 * Returns the first part of a refresh token. All refresh tokens of a grant have the same first
 * part.
 */
export function familyOf(refreshToken: string): string {
  return refreshToken.slice(0, FAMILY_LENGTH);
}
