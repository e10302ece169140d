import { issuedToken } from '@keyhaven/contracts/identity/identity';
import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import { id as idOfRecord } from '@keyhaven/contracts/shared/inputs';
import { eventPage } from '@keyhaven/contracts/webhook/event';
import { z } from 'zod';
import type { PlatformUnderTest } from '../platform/platform-under-test';
import { SUBSCRIBED } from '../observed/record';
import { ApiClient, type Sent } from './api-client';

/** An account in which the clients of the failure test change records. */
export interface TestAccount {
  userId: number;
  authorization: string;
  propertyIds: readonly number[];
  threadId: number;
  /** The cursor of the event log before the first write. */
  firstCursor: string;
}

const PROPERTIES = 5;
const created = z.object({ id: idOfRecord });

/** Sends a request that must succeed. @throws Error with the response if the request fails. */
export async function succeed<Body>(api: ApiClient, sent: Sent, schema: z.ZodType<Body>): Promise<Body> {
  const { status, body } = await api.send(sent);
  if (status !== 200) throw new Error(`${sent.method} ${sent.path} answered ${status}: ${JSON.stringify(body)}`);
  return schema.parse(body);
}

/** Creates an account with properties, a thread of messages, and subscriptions that deliver to the receiver. */
export async function makeAccount(
  { url, urls, sign }: PlatformUnderTest,
  receiverUrl: string,
  name: string,
): Promise<TestAccount> {
  const operator = (audience: DataServiceName) =>
    new ApiClient({
      url: urls[audience],
      authorize: async () => `Bearer ${await sign({ audience, scope: 'service' })}`,
    });
  const identity = operator('identity');
  const accounts = '/operator/accounts';
  const company = { company_name: name, time_zone: 'Europe/Rome', currency_code: 'EUR' };
  const { id: userId } = await succeed(identity, { method: 'POST', path: accounts, body: company }, created);
  const own = `${accounts}/${userId}`;
  const person = { email_address: `${name.toLowerCase().replaceAll(' ', '-')}@example.com` };
  const { id: personId } = await succeed(identity, { method: 'POST', path: `${own}/users`, body: person }, created);
  const issue = { method: 'POST', path: `${own}/users/${personId}/tokens`, body: { kind: 'access' } } as const;
  const { token } = await succeed(identity, issue, issuedToken.pick({ token: true }));
  const authorization = `Bearer ${token}`;

  const propertyIds: number[] = [];
  for (let number = 1; number <= PROPERTIES; number++) {
    const body = { name: `${name} ${number}` };
    const made = await succeed(operator('booking'), { method: 'POST', path: `${own}/properties`, body }, created);
    const pricing = { default_rate: { amount: 100 } };
    await carryOut(operator('pricing'), {
      method: 'PATCH',
      path: `${own}/properties/${made.id}/pricing`,
      body: pricing,
    });
    propertyIds.push(made.id);
  }
  const { id: threadId } = await succeed(
    operator('messaging'),
    { method: 'POST', path: `${own}/threads`, body: { channel: 'failure test' } },
    created,
  );

  const api = new ApiClient({ url, authorize: () => authorization });
  for (const type of SUBSCRIBED) {
    const body = { type, webhook_url: receiverUrl };
    await carryOut(api, { method: 'POST', path: '/v2/webhooksubscriptions', body });
  }
  const { next_cursor } = await succeed(api, { method: 'GET', path: '/v2/events?after=latest' }, eventPage);
  return { userId, authorization, propertyIds, threadId, firstCursor: next_cursor };
}

/** Sends a request that must succeed and whose response is not used. */
const carryOut = (api: ApiClient, sent: Sent) => succeed(api, sent, z.unknown());
