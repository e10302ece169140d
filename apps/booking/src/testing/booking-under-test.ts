import { randomUUID } from 'node:crypto';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import type { CheckedClient } from '@keyhaven/testing/checked-client';
import { anAccountId, type ServiceUnderTest, startServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { bookingService } from '../service';

/** The booking service for a test. */
export interface BookingUnderTest extends ServiceUnderTest {
  /** An account of its own, with a client, and what it takes to book. */
  anAccount(settings?: Partial<AccountSettings>): Promise<TestAccount>;
}

interface AccountSettings {
  currency_code: string;
  time_zone: string;
  is_property_management: boolean;
}

export interface TestAccount {
  userId: number;
  api: CheckedClient;
  /** Writes through the operator face, for this account. */
  operator: {
    property(body?: Record<string, unknown>): Promise<number>;
    listingSite(body?: Record<string, unknown>): Promise<number>;
    booking(body: Record<string, unknown>): Promise<{ id: number } & Record<string, any>>;
    post(path: string, body: unknown): ReturnType<CheckedClient['post']>;
    patch(path: string, body: unknown): ReturnType<CheckedClient['patch']>;
    get(path: string): ReturnType<CheckedClient['get']>;
  };
}

export async function startBookingUnderTest(): Promise<BookingUnderTest> {
  const service = await startServiceUnderTest(bookingService, [bookingPublicContract, bookingOperatorContract]);
  return { ...service, anAccount: (settings) => makeAccount(service, settings) };
}

async function makeAccount(service: ServiceUnderTest, settings: Partial<AccountSettings> = {}): Promise<TestAccount> {
  const userId = anAccountId();
  await service.bus.publish('keyhaven.identity', [
    {
      event_id: randomUUID(),
      schema_version: 1,
      generation: 0,
      occurred_utc: new Date().toISOString(),
      user_id: userId,
      action: 'entity_create',
      entity_type: 'account',
      entity_id: userId,
      version: 1,
      categories: ['other'],
      is_resync: false,
      entity: { currency_code: 'USD', time_zone: 'America/New_York', is_property_management: false, ...settings },
      private: {},
    },
  ]);
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
      listingSite: async (body = {}) =>
        (await created('/listing_sites', { name: 'Airbnb', domain: 'airbnb.example', ...body })).id,
      booking: (body) => created('/bookings', body),
      post: (path, body) => operator.post(`${base}${path}`, body),
      patch: (path, body) => operator.patch(`${base}${path}`, body),
      get: (path) => operator.get(`${base}${path}`),
    },
  };
}
