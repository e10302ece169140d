import { bookingImportContract } from '@keyhaven/contracts/booking/import-contract';
import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { services } from '@keyhaven/contracts/platform/services';
import type { CheckedClient } from '@keyhaven/testing/checked-client';
import { anAccountId, type ServiceUnderTest, startServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { type AccountSettings, publishedAccount } from '@keyhaven/testing/published-event';
import { bookingService } from '../service';
import { type StubPeers, startStubPeers } from './stub-peers';

/** The booking service under test, with stubs of the services that it calls. */
export interface BookingUnderTest extends ServiceUnderTest {
  /** Creates an account, with its API client and helpers for the operator API. */
  anAccount(settings?: Partial<AccountSettings>): Promise<TestAccount>;
  /** The stubs of pricing and fees. */
  peers: StubPeers;
}

export interface TestAccount {
  userId: number;
  api: CheckedClient;
  /** Requests to the operator API for this account. */
  operator: {
    property(body?: Record<string, unknown>): Promise<number>;
    owner(body?: Record<string, unknown>): Promise<number>;
    listingSite(body?: Record<string, unknown>): Promise<number>;
    /** Links two properties, and returns the id of the link. */
    link(a: number, b: number): Promise<number>;
    booking(body: Record<string, unknown>): Promise<{ id: number } & Record<string, any>>;
    post(path: string, body: unknown): ReturnType<CheckedClient['post']>;
    patch(path: string, body: unknown): ReturnType<CheckedClient['patch']>;
    get(path: string): ReturnType<CheckedClient['get']>;
    delete(path: string): ReturnType<CheckedClient['delete']>;
    /** Imports lines. A line is an object, or a text that is sent unchanged. */
    import(
      records: string,
      lines: readonly (object | string)[],
      headers?: Record<string, string>,
    ): ReturnType<CheckedClient['post']>;
  };
}

export async function startBookingUnderTest(): Promise<BookingUnderTest> {
  const peers = await startStubPeers();
  const contracts = [bookingPublicContract, bookingOperatorContract, bookingInternalContract, bookingImportContract];
  const service = await startServiceUnderTest(bookingService, contracts, { urlOf: () => peers.url });
  return {
    ...service,
    peers,
    anAccount: (settings) => makeAccount(service, settings),
    stop: async () => {
      await service.stop();
      await peers.stop();
    },
  };
}

export async function makeAccount(
  service: ServiceUnderTest,
  settings: Partial<AccountSettings> = {},
): Promise<TestAccount> {
  const userId = anAccountId();
  await service.bus.publish(services.identity.topic, [publishedAccount(userId, settings)]);
  const operator = service.asOperator();
  const base = `/operator/accounts/${userId}`;
  const created = async (path: string, body: unknown) => {
    const answer = await operator.post(`${base}${path}`, body);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as { id: number };
  };
  return {
    userId,
    api: service.asAccount(userId),
    operator: {
      property: async (body = {}) =>
        (await created('/properties', { name: 'Casa Aurora', currency_code: 'EUR', ...body })).id,
      owner: async (body = {}) => (await created('/owners', { first_name: 'Olga', last_name: 'Rossi', ...body })).id,
      listingSite: async (body = {}) =>
        (await created('/listing_sites', { name: 'Airbnb', domain: 'airbnb.example', ...body })).id,
      link: async (a, b) => (await created('/links', { property_ids: [a, b] })).id,
      booking: (body) => created('/bookings', body),
      post: (path, body) => operator.post(`${base}${path}`, body),
      patch: (path, body) => operator.patch(`${base}${path}`, body),
      get: (path) => operator.get(`${base}${path}`),
      delete: (path) => operator.delete(`${base}${path}`),
      import: (records, lines, headers) =>
        operator.post(`${base}/imports/${records}`, undefined, {
          rawBody: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
          headers: { 'content-type': 'application/x-ndjson', ...headers },
        }),
    },
  };
}
