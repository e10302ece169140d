import { feesInternalContract } from '@keyhaven/contracts/fees/internal-contract';
import { feesOperatorContract } from '@keyhaven/contracts/fees/operator-contract';
import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import { services } from '@keyhaven/contracts/platform/services';
import type { Answer, CheckedClient } from '@keyhaven/testing/checked-client';
import { anAccountId, type ServiceUnderTest, startServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { type StubRecords, startStubRecords } from '@keyhaven/testing/stub-records';
import { publishedAccount, publishedEvent } from '@keyhaven/testing/published-event';
import { feesService } from '../service';

export interface FeesUnderTest extends ServiceUnderTest {
  /** Records that exist in booking and pricing, but are not published yet. */
  records: StubRecords;
  /** Creates an account with an API client, and delivers the event of the account. */
  anAccount(currencyCode?: string): Promise<TestAccount>;
}

export interface TestAccount {
  userId: number;
  api: CheckedClient;
  /** Publishes the account's currency with this version. Version 1 is published when the account is created. */
  currencyIs: (currencyCode: string, version: number) => Promise<unknown>;
  /** Publishes a property or listing site of this account as booking does. @returns its id. */
  property: (currencyCode?: string | null, id?: number, version?: number) => Promise<number>;
  listingSite: () => Promise<number>;
  /** Creates a definition through the public API. @throws Error if it is refused. */
  surcharge: (body?: Record<string, unknown>) => Promise<Definition>;
  discount: (body?: Record<string, unknown>) => Promise<Definition>;
  /** Requests to the operator API. Paths are relative to this account. */
  operator: {
    get: (path: string) => Promise<Answer>;
    post: (path: string, body: unknown, options?: { headers: Record<string, string> }) => Promise<Answer>;
    patch: (path: string, body: unknown, options?: { headers: Record<string, string> }) => Promise<Answer>;
    delete: (path: string) => Promise<Answer>;
  };
  /** Requests the definitions for the charges of a stay. */
  definitionsOfStay: (propertyId: number, discountCode?: string) => Promise<Answer>;
  /** Requests a summary of all definitions for a property. */
  definitionsInBrief: (propertyId: number) => Promise<Answer>;
}

type Definition = { id: number } & Record<string, any>;

export const feesContracts = [feesPublicContract, feesOperatorContract, feesInternalContract];

export async function startFeesUnderTest(): Promise<FeesUnderTest> {
  const records = await startStubRecords();
  const service = await startServiceUnderTest(feesService, feesContracts, { urlOf: () => records.url });
  const stop = async () => {
    await service.stop();
    await records.close();
  };
  return { ...service, records, stop, anAccount: (currencyCode = 'EUR') => makeAccount(service, currencyCode) };
}

async function makeAccount(service: ServiceUnderTest, currencyCode: string): Promise<TestAccount> {
  const userId = anAccountId();
  const api = service.asAccount(userId);
  const operator = service.asOperator();
  const base = `/operator/accounts/${userId}`;
  const publishRecord = async (
    entity_type: string,
    entity: Record<string, unknown>,
    entity_id = anAccountId(),
    version?: number,
  ) => {
    const event = publishedEvent(userId, { entity_type, entity_id, entity, ...(version && { version }) });
    await service.bus.publish(services.booking.topic, [event]);
    return entity_id;
  };
  const created = async (path: string, body: unknown) => {
    const answer = await api.post(path, body);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as Definition;
  };
  const currencyIs = (currency_code: string, version: number) =>
    service.bus.publish(services.identity.topic, [publishedAccount(userId, { currency_code }, version)]);
  await currencyIs(currencyCode, 1);
  return {
    userId,
    api,
    currencyIs,
    property: (currency_code = 'EUR', id, version) => publishRecord('property', { currency_code }, id, version),
    listingSite: () => publishRecord('listing_site', {}),
    surcharge: (body = {}) => created('/v2/surcharges', { type: 'cleaning', description: 'Cleaning', ...body }),
    discount: (body = {}) => created('/v2/discounts', { type: 'promotion', description: 'Spring', ...body }),
    operator: {
      get: (path) => operator.get(`${base}${path}`),
      post: (path, body, options) => operator.post(`${base}${path}`, body, options),
      patch: (path, body, options) => operator.patch(`${base}${path}`, body, options),
      delete: (path) => operator.delete(`${base}${path}`),
    },
    definitionsOfStay: (property_id, discount_code) =>
      operator.post('/internal/definitions/of-stay', { user_id: userId, property_id, discount_code }),
    definitionsInBrief: (property_id) =>
      operator.post('/internal/definitions/in-brief', { user_id: userId, property_id }),
  };
}
