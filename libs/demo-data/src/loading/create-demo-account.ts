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

/** The company of the demo account. It manages its properties for their owners. */
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

/** The account and its credentials. */
export interface DemoAccount {
  userId: number;
  /** The id of the account's user. */
  personId: number;
  emailAddress: string;
  /** The personal access token. It is sent with Basic, as the password for the e-mail address. */
  personalToken: string;
  /** The access token, which is sent with Bearer. */
  accessToken: string;
}

/**
 * Creates the demo account, its user and two tokens with the full scope. While the service keeps the Idempotency-Keys,
 * a repeated call returns the same account and user, but new tokens. The caller must therefore store the result
 * immediately.
 * @throws DemoDataError with what could not be created, and the answer.
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
      // The key must be random. Identity stores the token encrypted for repeated requests, and anybody who guesses the
      // key could read it.
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
