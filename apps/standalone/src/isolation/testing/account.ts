/** The credentials of an account, as values of the header Authorization. */
export interface Credentials {
  /** The access token of an OAuth app that both accounts have authorized. */
  app: string;
  personal: string;
  readOnly: string;
  personalReadOnly: string;
  revoked: string;
  personalRevoked: string;
  expired: string;
  personalExpired: string;
  /** The access token of an OAuth app whose authorization was revoked. */
  appRevoked: string;
  /** The token of a person who was removed from the account. */
  ofRemovedPerson: string;
}

/** An account with one record of each kind. */
export interface Account {
  userId: number;
  personId: number;
  emailAddress: string;
  /** A word that occurs in all texts of the account's records. */
  marker: string;
  credentials: Credentials;
  /** The id of the token in `credentials.personal`. */
  tokenId: string;
  /** The expiry of `expired` and `personalExpired`, in milliseconds since the epoch. */
  tokensExpireAt: number;
  accessToken: string;
  refreshToken: string;
  /** The ids of the account's records, and other values that refer to records. The key is the kind of record. */
  ids: Readonly<Record<string, string>>;
  /** A signed URL of an attachment. */
  attachment: string;
}

/** Returns the date that is this number of days after today. */
export const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** @throws Error if the account has no record of this kind. */
export function idOf({ ids, marker }: Pick<Account, 'ids' | 'marker'>, kind: string): string {
  const id = ids[kind];
  if (id === undefined)
    throw new Error(
      `${marker} has no record of the kind ${kind}; add one to fill-account.ts, or, if the route does something with a record, add ${kind} to the actions in classify-value.ts`,
    );
  return id;
}

/** Returns the value of the Authorization header for Basic credentials. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
