import { randomInt } from 'node:crypto';
import { financeImportContract } from '@keyhaven/contracts/finance/import-contract';
import { financeInternalContract } from '@keyhaven/contracts/finance/internal-contract';
import { financeOperatorContract } from '@keyhaven/contracts/finance/operator-contract';
import { financePublicContract } from '@keyhaven/contracts/finance/public-contract';
import { services } from '@keyhaven/contracts/platform/services';
import type { Answer, CheckedClient, RequestOptions } from '@keyhaven/testing/checked-client';
import { anAccountId, type ServiceUnderTest, startServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { financeService } from '../service';
import { startStubBooking, type StubBooking } from './stub-booking';
import { privateOfBooking } from './private-of-booking';

export const financeContracts = [financePublicContract, financeOperatorContract, financeInternalContract];

/** The finance service in a test, with a stub of the booking service. */
export interface FinanceUnderTest extends ServiceUnderTest {
  booking: StubBooking;
  anAccount: () => TestAccount;
  /** How many times the service warned of a payment for a canceled booking. */
  warningsOfCanceled: () => Promise<number>;
}

/** An account with clients, and functions that record money. */
export interface TestAccount {
  userId: number;
  api: CheckedClient;
  /**
   * Publishes a booking as the booking service does. With the id of an existing booking, publishes
   * the next version of that booking.
   */
  booking: (record?: Record<string, unknown>, hidden?: Record<string, unknown>) => Promise<number>;
  property: (record?: Record<string, unknown>, hidden?: Record<string, unknown>) => Promise<number>;
  /** Publishes an owner. */
  owner: (record?: Record<string, unknown>) => Promise<number>;
  /** Calls a write route of the operator API. @throws Error unless the response is a 200. */
  record: (path: string, body?: unknown) => Promise<{ id: number } & Record<string, any>>;
  post: (path: string, body?: unknown, options?: RequestOptions) => Promise<Answer>;
  get: (path: string) => Promise<Answer>;
}

/** @param settings environment variables of the finance service. */
export async function startFinanceUnderTest(settings: Record<string, string> = {}): Promise<FinanceUnderTest> {
  const booking = await startStubBooking();
  const service = await startServiceUnderTest(financeService, [...financeContracts, financeImportContract], {
    settings,
    urlOf: () => booking.url,
  });
  return {
    ...service,
    booking,
    anAccount: () => makeAccount(service),
    warningsOfCanceled: async () => {
      const text = await service.running.operated.registry.metrics();
      return Number(/keyhaven_payments_of_canceled_bookings_total\{[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
    },
    stop: async () => {
      await service.stop();
      await booking.close();
    },
  };
}

/** An id that no other test uses. */
export function anId(): number {
  return randomInt(1, 2 ** 40);
}

function makeAccount(service: ServiceUnderTest): TestAccount {
  const userId = anAccountId();
  const operator = service.asOperator();
  const base = `/operator/accounts/${userId}`;
  const versions = new Map<number, number>();
  const publish = async (type: string, record: Record<string, unknown>, hidden: Record<string, unknown>) => {
    const id = Number(record.id ?? anId());
    const version = (versions.get(id) ?? 0) + 1;
    versions.set(id, version);
    await service.bus.publish(services.booking.topic, [
      publishedEvent(userId, { entity_type: type, entity_id: id, entity: { ...record, id }, private: hidden, version }),
    ]);
    return id;
  };
  const post: TestAccount['post'] = (path, body = {}, options = {}) => operator.post(`${base}${path}`, body, options);
  return {
    userId,
    api: service.asAccount(userId),
    booking: (record = {}, hidden = {}) =>
      publish('booking', { ...aBooking(), ...record }, { ...privateOfBooking(record), ...hidden }),
    property: (record = {}, hidden = {}) =>
      publish('property', { ...aProperty, ...record }, { accounting: null, ...hidden }),
    owner: (record = {}) => publish('owner', { name: 'Ada Rossi', ...record }, {}),
    post,
    get: (path) => operator.get(`${base}${path}`),
    record: async (path, body) => {
      const answer = await post(path, body);
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body as { id: number };
    },
  };
}

const aProperty = { name: 'Casa Aurora', time_zone: null };

function aBooking(): Record<string, unknown> {
  return {
    type: 'booking',
    status: 'active',
    property_id: anId(),
    guest_id: anId(),
    owner_id: null,
    arrival: '2027-05-01',
    departure: '2027-05-08',
    canceled_utc: null,
    currency_code: 'EUR',
    charges: [],
    total_paid: 0,
    total_refunded: 0,
    total_owed: 0,
  };
}
