/** The credentials of an account, as values of the header Authorization. */
export interface Credentials {
  /** Of an OAuth app that both accounts have authorized. */
  app: string;
  personal: string;
  readOnly: string;
  personalReadOnly: string;
  revoked: string;
  personalRevoked: string;
  expired: string;
  personalExpired: string;
  /** Of an OAuth app whose authorization was revoked. */
  appRevoked: string;
  /** Of a person who was removed. */
  ofRemovedPerson: string;
}

/** An account with one record of each kind. */
export interface Account {
  userId: number;
  personId: number;
  emailAddress: string;
  /** Occurs in all texts of its records. */
  marker: string;
  credentials: Credentials;
  /** The id of its `personal` token. */
  tokenId: string;
  /** When its `expired` tokens expire, in milliseconds since the epoch. */
  tokensExpireAt: number;
  accessToken: string;
  refreshToken: string;
  /** The ids of its records by kind, and other values that name records. */
  ids: Readonly<Record<string, string>>;
  /** An address with a signature that shows an attachment. */
  attachment: string;
}

/** The date that is this many days after today. */
export const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** @throws Error that says what the account lacks. */
export function idOf({ ids, marker }: Pick<Account, 'ids' | 'marker'>, kind: string): string {
  const id = ids[kind];
  if (id === undefined) throw new Error(`${marker} has no record of the kind ${kind}; add one to fill-account.ts`);
  return id;
}

/** Returns the header Authorization for Basic credentials. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
