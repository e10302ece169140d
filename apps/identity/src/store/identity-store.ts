import type { AccountRecord, CurrentUser, User } from '@keyhaven/contracts/identity/identity';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { SharedReads } from '@keyhaven/persistence/shared-reads';
import type { Connection, Model } from 'mongoose';
import { type AccountDocument, accountEntity, accountModel } from './account.model';
import { type TokenDocument, tokenEntity, tokenModel } from './token.model';
import { type UserDocument, userEntity, userModel } from './user.model';

/** The repositories of the identity service. */
export interface IdentityStore {
  ids: IdAllocator;
  accounts: TenantRepository<AccountDocument, AccountRecord>;
  /** For a lookup that does not know the account yet: the account that a repeated request created. */
  accountModel: Model<AccountDocument>;
  users: TenantRepository<UserDocument, User>;
  tokens: TenantRepository<TokenDocument>;
  /** For a lookup that does not know the account yet: the owner of a presented token. */
  tokenModel: Model<TokenDocument>;
  /** Reads of the users of credentials. */
  currentUsers: SharedReads<CurrentUser>;
}

export function createIdentityStore(connection: Connection, ids: IdAllocator, relay: Relay): IdentityStore {
  const accounts = accountModel(connection);
  const users = userModel(connection);
  const tokens = tokenModel(connection);
  return {
    ids,
    accounts: new TenantRepository({ model: accounts, noun: 'an account', entities: [accountEntity], relay }),
    accountModel: accounts,
    users: new TenantRepository({ model: users, noun: 'a user', entities: [userEntity], relay }),
    tokens: new TenantRepository({ model: tokens, noun: 'a token', entities: [tokenEntity], relay }),
    tokenModel: tokens,
    currentUsers: new SharedReads('current user'),
  };
}
