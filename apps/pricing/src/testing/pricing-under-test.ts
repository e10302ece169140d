import { services } from '@keyhaven/contracts/platform/services';
import { pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import { pricingOperatorContract } from '@keyhaven/contracts/pricing/operator-contract';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { CheckedClient } from '@keyhaven/testing/checked-client';
import { anAccountId, type ServiceUnderTest, startServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { type StubRecords, startStubRecords } from '@keyhaven/testing/stub-records';
import { publishedAccount, publishedEvent } from '@keyhaven/testing/published-event';
import { pricingService } from '../service';

export const pricingContracts = [pricingPublicContract, pricingInternalContract, pricingOperatorContract];

/** An account with its clients, and functions that publish events as other services do. */
export interface TestAccount {
  userId: number;
  api: CheckedClient;
  /**
   * Publishes a change of one of the account's records as another service would. This function assigns the versions.
   */
  publish(
    topic: string,
    event: Pick<ChangeEvent, 'entity_type' | 'entity_id' | 'entity'> & Partial<ChangeEvent>,
  ): Promise<void>;
  /** Publishes a new property, and returns its id. */
  property(facts?: Record<string, unknown>): Promise<number>;
  changeProperty(id: number, facts: Record<string, unknown>): Promise<void>;
  /** Publishes a new booking of any type, or a changed booking if `record` has an id. Returns the id of the booking. */
  booking(
    record: Record<string, unknown> & { property_id: number; arrival: string; departure: string },
    published?: Partial<ChangeEvent>,
  ): Promise<number>;
  operator: {
    get(path: string): ReturnType<CheckedClient['get']>;
    post(path: string, body: unknown, headers?: Record<string, string>): ReturnType<CheckedClient['post']>;
    patch(path: string, body: unknown, headers?: Record<string, string>): ReturnType<CheckedClient['patch']>;
    delete(path: string): ReturnType<CheckedClient['delete']>;
  };
  /** Reads the nights of a property from the calendar, by date. */
  nights(propertyId: number, from: string, to: string): Promise<Map<string, Record<string, any>>>;
}

export interface PricingUnderTest extends ServiceUnderTest {
  /** A stub of the booking service, for records that the booking service has stored but not published yet. */
  records: StubRecords;
  anAccount(settings?: Record<string, unknown>): Promise<TestAccount>;
}

export async function startPricingUnderTest(): Promise<PricingUnderTest> {
  const records = await startStubRecords();
  const service = await startServiceUnderTest(pricingService, pricingContracts, { urlOf: () => records.url });
  const stop = async () => {
    await service.stop();
    await records.close();
  };
  return { ...service, records, stop, anAccount: (settings) => makeAccount(service, settings) };
}

/** What the account of a test needs: a bus for its events, and clients for its requests. */
export interface AccountSurroundings {
  bus: Pick<ServiceUnderTest['bus'], 'publish'>;
  asAccount: (userId: number) => CheckedClient;
  asOperator: () => CheckedClient;
}

export async function makeAccount(
  { bus, asAccount, asOperator }: AccountSurroundings,
  settings: Record<string, unknown> = {},
): Promise<TestAccount> {
  const userId = anAccountId();
  const versions = new Map<string, number>();
  const publish: TestAccount['publish'] = async (topic, event) => {
    const key = `${event.entity_type}:${event.entity_id}`;
    versions.set(key, (versions.get(key) ?? 0) + 1);
    await bus.publish(topic, [publishedEvent(userId, { version: versions.get(key)!, ...event })]);
  };
  const publishProperty = (id: number, facts: Record<string, unknown>) =>
    publish(services.booking.topic, {
      entity_type: 'property',
      entity_id: id,
      entity: {
        active: true,
        is_snoozed: false,
        time_zone: null,
        currency_code: 'EUR',
        max_guests: 4,
        max_adults: null,
        ...facts,
      },
    });
  await publish(services.identity.topic, {
    entity_type: 'account',
    entity_id: userId,
    entity: publishedAccount(userId, settings).entity,
  });
  const api = asAccount(userId);
  const operator = asOperator();
  const base = `/operator/accounts/${userId}`;
  return {
    userId,
    api,
    publish,
    property: async (facts = {}) => {
      const id = anAccountId();
      await publishProperty(id, facts);
      return id;
    },
    changeProperty: publishProperty,
    booking: async ({ id = anAccountId(), ...record }, published = {}) => {
      await publish(services.booking.topic, {
        entity_type: 'booking',
        entity_id: id as number,
        entity: { id, type: 'booking', status: 'active', pending_until_utc: null, ...record },
        ...published,
      });
      return id as number;
    },
    operator: {
      get: (path) => operator.get(base + path),
      post: (path, body, headers) => operator.post(base + path, body, { headers }),
      patch: (path, body, headers) => operator.patch(base + path, body, { headers }),
      delete: (path) => operator.delete(base + path),
    },
    nights: async (propertyId, from, to) => {
      const { status, body } = await api.get(`/v2/calendar/${propertyId}?from=${from}&to=${to}`);
      if (status !== 200) throw new Error(`the calendar answered ${status}: ${JSON.stringify(body)}`);
      return new Map((body.days ?? []).map((night: { date: string }) => [night.date, night]));
    },
  };
}

/** The date that is `days` days from today in UTC. */
export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
