import type { AccountRecord, CurrentUser, User } from '@keyhaven/contracts/identity/identity';
import type { OAuthApp } from '@keyhaven/contracts/identity/oauth-apps';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import type { DatabaseClock } from '@keyhaven/persistence/database-clock';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { SharedReads } from '@keyhaven/persistence/shared-reads';
import type { Connection, Model } from 'mongoose';
import { type AccountDocument, accountEntity, accountModel } from './account.model';
import { type AnnouncementDocument, announcementModel } from './announcement.model';
import { attemptModel } from './attempt.model';
import { type MailDocument, mailModel } from './mail.model';
import { type RequestChunkDocument, requestChunkModel } from './request-chunk.model';
import { type SessionDocument, sessionModel } from './session.model';
import { type SharedCountDocument, sharedCountModel } from './shared-count.model';
import { type AppDocument, appEntity, appModel } from './app.model';
import { type AuthorizationDocument, authorizationEntity, authorizationModel } from './authorization.model';
import { type TokenDocument, tokenEntity, tokenModel } from './token.model';
import { LastUses } from './last-uses';
import { type UserDocument, userEntity, userModel } from './user.model';

/** The repositories of the identity service. */
export interface IdentityStore {
  /** The clock that decides when links, sessions, codes and tokens expire. */
  now: DatabaseClock;
  ids: IdAllocator;
  accounts: TenantRepository<AccountDocument, AccountRecord>;
  /** Finds the account that an earlier request with the same Idempotency-Key created. */
  accountModel: Model<AccountDocument>;
  users: TenantRepository<UserDocument, User>;
  /** Finds the person with an e-mail address or a link, across all accounts. */
  userModel: Model<UserDocument>;
  sessionModel: Model<SessionDocument>;
  /** The counts that several processes share for limits. They are not stored per account. */
  sharedCounts: Model<SharedCountDocument>;
  mailModel: Model<MailDocument>;
  /** Called when this process has enqueued e-mails. */
  mailListeners: Set<() => void>;
  announcementModel: Model<AnnouncementDocument>;
  /** Whether a mail server is configured. */
  isMailing: boolean;
  /** The public URL of the platform, without a path. */
  publicUrl: string;
  tokens: TenantRepository<TokenDocument>;
  /** Finds a presented token, across all accounts. */
  tokenModel: Model<TokenDocument>;
  /**
   * The chunks of the request log. This is a model and not a repository, because one write stores chunks of many
   * accounts.
   */
  requestChunks: Model<RequestChunkDocument>;
  apps: TenantRepository<AppDocument, OAuthApp>;
  /** Finds an app by its client id, across all accounts. */
  appModel: Model<AppDocument>;
  authorizations: TenantRepository<AuthorizationDocument>;
  /** Finds the authorization of a code or token, and all authorizations of an app, across all accounts. */
  authorizationModel: Model<AuthorizationDocument>;
  tokenUses: LastUses<TokenDocument>;
  authorizationUses: LastUses<AuthorizationDocument>;
  /** Lets parallel requests with the same credentials share one read of the current user. */
  currentUsers: SharedReads<CurrentUser>;
}

export function createIdentityStore(
  { connection, now, ids, relay }: { connection: Connection; now: DatabaseClock; ids: IdAllocator; relay: Relay },
  surroundings: Pick<IdentityStore, 'isMailing' | 'publicUrl'>,
): IdentityStore {
  const accounts = accountModel(connection);
  const users = userModel(connection);
  const tokens = tokenModel(connection);
  attemptModel(connection);
  const apps = appModel(connection);
  const authorizations = authorizationModel(connection);
  return {
    now,
    ids,
    accounts: new TenantRepository({ model: accounts, noun: 'an account', entities: [accountEntity], relay }),
    accountModel: accounts,
    users: new TenantRepository({ model: users, noun: 'a user', entities: [userEntity], relay }),
    userModel: users,
    sessionModel: sessionModel(connection),
    sharedCounts: sharedCountModel(connection),
    mailModel: mailModel(connection),
    mailListeners: new Set(),
    announcementModel: announcementModel(connection),
    ...surroundings,
    tokens: new TenantRepository({ model: tokens, noun: 'a token', entities: [tokenEntity], relay }),
    tokenModel: tokens,
    requestChunks: requestChunkModel(connection),
    tokenUses: new LastUses(tokens, now),
    // A use before `authorized_utc` does not count, because it belongs to an earlier authorization.
    authorizationUses: new LastUses(authorizations, now, (at) => ({ authorized_utc: { $lte: at } })),
    apps: new TenantRepository({ model: apps, noun: 'an app', entities: [appEntity], relay }),
    appModel: apps,
    authorizations: new TenantRepository({
      model: authorizations,
      noun: 'an authorization',
      entities: [authorizationEntity],
      relay,
    }),
    authorizationModel: authorizations,
    currentUsers: new SharedReads('current user'),
  };
}
