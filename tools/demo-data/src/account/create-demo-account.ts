import { account, issuedToken, user } from '@keyhaven/contracts/identity/identity';
import { identityOperatorContract } from '@keyhaven/contracts/identity/operator-contract';
import { type DemoTarget, urlOf } from '../loading/demo-target';
import { openPoster, type RecordPoster } from '../loading/post-record';
import { demoCompany, demoUser } from './demo-account';

const { createAccount, createUser, createToken } = identityOperatorContract;

/** What it takes to use the demo account. */
export interface DemoAccount {
  userId: number;
  emailAddress: string;
  /** For Basic, as the password of the e-mail address. */
  personalToken: string;
  /** For Bearer. */
  accessToken: string;
}

/**
 * Makes the demo account, its user and two tokens with the full scope. Run again it answers the same account and user,
 * for as long as the service remembers the Idempotency-Keys, but new tokens: no service tells a token twice, so whoever
 * calls this keeps the answer before anything else.
 * @throws DemoDataError naming what could not be made, and the answer.
 */
export async function createDemoAccount(target: Pick<DemoTarget, 'urls' | 'serviceToken'>): Promise<DemoAccount> {
  const poster = openPoster(urlOf(target, 'identity'), 1);
  try {
    const token = await target.serviceToken('identity');
    const { id: user_id } = await poster.post(
      { name: 'account', route: createAccount, body: demoCompany, answer: account.pick({ id: true }) },
      token,
    );
    const { id, email_address } = await poster.post(
      {
        name: 'user',
        route: createUser,
        params: { user_id },
        body: demoUser,
        answer: user.pick({ id: true, email_address: true }),
      },
      token,
    );
    const params = { user_id, id };
    return {
      userId: user_id,
      emailAddress: email_address,
      personalToken: await issueToken(poster, 'personal', params, token),
      accessToken: await issueToken(poster, 'access', params, token),
    };
  } finally {
    await poster.close();
  }
}

async function issueToken(
  poster: RecordPoster,
  kind: 'personal' | 'access',
  params: Record<string, number>,
  token: string,
): Promise<string> {
  const body = { kind, scope: 'full', description: 'Made with the demo data' };
  const answer = issuedToken.pick({ token: true });
  const issued = await poster.post({ name: `token/${kind}`, route: createToken, params, body, answer }, token);
  return issued.token;
}
