import { randomUUID } from 'node:crypto';
import { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import { identityOperatorContract } from '@keyhaven/contracts/identity/operator-contract';
import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { type ServiceUnderTest, startServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { identityService } from '../service';
import { startStubWebhook, type StubWebhook } from './stub-webhook';

export interface IdentityUnderTest extends ServiceUnderTest {
  webhook: StubWebhook;
}

/** Starts the identity service on the test database. Every response is checked against the service's contracts. */
export async function startIdentityUnderTest(settings: Record<string, string> = {}): Promise<IdentityUnderTest> {
  const webhook = await startStubWebhook();
  const contracts = [identityPublicContract, identityInternalContract, identityOperatorContract];
  const service = await startServiceUnderTest(identityService, contracts, { urlOf: () => webhook.url, settings });
  const stop = async () => {
    await service.stop();
    await webhook.stop();
  };
  return { ...service, webhook, stop };
}

/** Returns an e-mail address that no other test uses. */
export function anEmailAddress(): string {
  return `${randomUUID()}@example.com`;
}

/** Creates an account, and returns its id. */
export async function createAnAccount(service: ServiceUnderTest): Promise<number> {
  const account = { company_name: 'Lakeside Lettings', time_zone: 'Europe/Rome', currency_code: 'EUR' };
  return (await create<{ id: number }>(service, '/operator/accounts', account)).id;
}

export function createAUser(
  service: ServiceUnderTest,
  accountId: number,
  role?: 'owner' | 'member',
): Promise<{ id: number; email_address: string }> {
  const user = { email_address: anEmailAddress(), first_name: 'Ida', last_name: 'Rossi', role };
  return create(service, `/operator/accounts/${accountId}/users`, user);
}

export function createAToken(
  service: ServiceUnderTest,
  accountId: number,
  personId: number,
  options: { kind: 'personal' | 'access'; scope?: 'full' | 'read'; expires_utc?: string },
): Promise<{ id: number; token: string }> {
  return create(service, `/operator/accounts/${accountId}/users/${personId}/tokens`, options);
}

async function create<Record>(service: ServiceUnderTest, path: string, input: object): Promise<Record> {
  const { status, body } = await service.asOperator().post(path, input);
  if (status !== 200) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body as Record;
}
