import { randomUUID } from 'node:crypto';
import {
  account,
  type accountCreation,
  issuedToken,
  user,
  type userCreation,
} from '@keyhaven/contracts/identity/identity';
import { identityOperatorContract } from '@keyhaven/contracts/identity/operator-contract';
import type { z } from 'zod';
import { type DemoTarget, operatorApi } from './demo-target';
import { postRecord } from './post-record';

const { createAccount, createUser, createToken } = identityOperatorContract;

/** The company that owns the demo account. It manages properties for several owners. */
export const demoCompany: z.input<typeof accountCreation> = {
  company_name: 'Wren & Harbour Stays',
  time_zone: 'America/New_York',
  currency_code: 'USD',
  is_property_management: true,
};

/** The user of the demo account. */
const demoUser: z.input<typeof userCreation> = {
  email_address: 'demo@example.com',
  first_name: 'Winifred',
  last_name: 'Harbour',
};

/** The ids of the account and of its user, and the credentials. */
export interface DemoAccount {
  userId: number;
  /** The id of the user of the account (a person). `userId` is the id of the account. */
  personId: number;
  emailAddress: string;
  /**
   * The personal access token. It is sent with Basic authentication: the user name is the e-mail address, and the
   * password is the token.
   */
  personalToken: string;
  /** The access token, which is sent with Bearer authentication. */
  accessToken: string;
}

/**
 * Creates the demo account, its user and two tokens with the full scope. As long as the service keeps the
 * Idempotency-Keys, a repeated call returns the same account and user, but new tokens. The caller must therefore store
 * the result immediately.
 * @throws DemoDataError with the name of the record that could not be created, and the response.
 */
export async function createDemoAccount(target: Pick<DemoTarget, 'urls' | 'serviceToken'>): Promise<DemoAccount> {
  const identity = operatorApi(target, 'identity');
  const ofAccount = { name: 'account', route: createAccount, body: demoCompany, answer: account.pick({ id: true }) };
  const { id: user_id } = await postRecord(identity, ofAccount);
  const answer = user.pick({ id: true, email_address: true });
  const ofUser = { name: 'user', route: createUser, params: { user_id }, body: demoUser, answer };
  const { id, email_address } = await postRecord(identity, ofUser);
  const issueToken = async (kind: 'personal' | 'access') => {
    const { token } = await postRecord(identity, {
      name: `token/${kind}`,
      // The key must be random: the identity service keeps the token, encrypted, to respond to repeated requests, and
      // anybody who guesses the key could read it.
      key: randomUUID(),
      route: createToken,
      params: { user_id, id },
      body: { kind, scope: 'full', description: 'Made with the demo data' },
      answer: issuedToken.pick({ token: true }),
    });
    return token;
  };
  return {
    userId: user_id,
    personId: id,
    emailAddress: email_address,
    personalToken: await issueToken('personal'),
    accessToken: await issueToken('access'),
  };
}
