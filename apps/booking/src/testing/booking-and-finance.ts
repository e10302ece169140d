import { json } from 'node:stream/consumers';
import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { services } from '@keyhaven/contracts/platform/services';
import { startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { type ServiceUnderTest, startServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { aCharge } from './a-charge';
import { bookingService } from '../service';
import type { TestAccount } from './booking-under-test';

/** The booking service with a stub of finance. */
export interface BookingAndFinance {
  service: ServiceUnderTest;
  finance: {
    /** Returns the ids of a booking's payments, or undefined to make finance unavailable. */
    paymentsOf: (bookingId: number) => number[] | undefined | Promise<number[] | undefined>;
    /**
     * The ids of the bookings for which the booking service has asked finance for payments, in
     * order.
     */
    asked: number[];
  };
  /** Sends a balance as finance does before it responds to the request that records a payment. */
  sendBalance: (userId: number, id: number, version: number, paid: number, refunded?: number) => Answer;
  /** Publishes a balance as finance does. */
  publish: (userId: number, id: number, version: number, paid: number, more?: object) => Promise<void>;
  /** Changes the payment deadline of a pending booking. */
  setDeadline: (id: number, deadline: Date) => Promise<unknown>;
  /** Moves the payment deadline of a pending booking into the past. */
  letDeadlinePass: (id: number) => Promise<unknown>;
  /**
   * Damages a booking: it then refers to a property that does not exist, as after an incomplete restore of a backup. No
   * request and no sweep can change the booking afterwards.
   */
  loseProperty: (id: number) => Promise<unknown>;
  /** Clears `asked` and makes finance unavailable. Call this before each test. */
  reset: () => void;
  stop: () => Promise<void>;
}

type Answer = ReturnType<ReturnType<ServiceUnderTest['asOperator']>['post']>;

/** The id of a property that no test creates. */
const UNKNOWN_PROPERTY = 2_000_000_000;

export async function startBookingAndFinance(): Promise<BookingAndFinance> {
  const unavailable: Pick<BookingAndFinance, 'finance'>['finance'] = { paymentsOf: () => undefined, asked: [] };
  const finance = { ...unavailable };
  const server = await startLoopbackServer((request, response) => {
    void json(request).then(async () => {
      const id = Number(/\d+/.exec(request.url!)![0]);
      finance.asked.push(id);
      const payment_ids = await finance.paymentsOf(id);
      response.writeHead(payment_ids ? 200 : 503, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ payment_ids }));
    });
  });
  const contracts = [bookingPublicContract, bookingOperatorContract, bookingInternalContract];
  const service = await startServiceUnderTest(bookingService, contracts, {
    settings: { LAPSE_SWEEP_SECONDS: '0.05' },
    urlOf: () => server.url,
  });
  const setInBooking = (id: number, fields: { pending_until_utc: Date } | { property_id: number }) => {
    const $set = Object.fromEntries(Object.entries(fields).map(([field, value]) => [`booking.${field}`, value]));
    return service.connection.collection('stays').updateOne({ 'booking.id': id }, { $set });
  };
  const setDeadline = (id: number, pending_until_utc: Date) => setInBooking(id, { pending_until_utc });
  return {
    service,
    finance,
    sendBalance: (...balance) => sendBalance(service, ...balance),
    publish: (user_id, entity_id, version, paid, more = {}) =>
      service.bus.publish(services.finance.topic, [
        publishedEvent(user_id, {
          entity_type: 'booking_balance',
          entity_id,
          version,
          categories: ['financial'],
          entity: { id: entity_id, totals: totals(paid), canceled_utc: null },
          ...more,
        }),
      ]),
    setDeadline,
    letDeadlinePass: (id) => setDeadline(id, new Date(Date.now() - 1000)),
    loseProperty: (id) => setInBooking(id, { property_id: UNKNOWN_PROPERTY }),
    reset: () => void Object.assign(finance, { paymentsOf: () => undefined, asked: [] }),
    stop: async () => {
      await service.stop();
      await server.close();
    },
  };
}

/** Sends a balance as finance does before it responds to the request that records a payment. */
export function sendBalance(
  service: ServiceUnderTest,
  user_id: number,
  id: number,
  version: number,
  paid: number,
  refunded = 0,
): Answer {
  return service.asOperator().post(`/internal/bookings/${id}/balance`, {
    user_id,
    balance: { generation: 0, version, totals: totals(paid, refunded), canceled_utc: null },
  });
}

export function totals(paid: number, refunded = 0, currency_code = 'EUR') {
  return [{ currency_code, total_paid: paid, total_refunded: refunded, total_host_fees: 0, paid_when_canceled: 0 }];
}

/** A pending booking that costs 1000. */
export async function aPendingBooking(account: TestAccount, property: object = {}) {
  const property_id = await account.operator.property({ ...property });
  const stay = { property_id, arrival: '2027-05-01', departure: '2027-05-08', status: 'pending' };
  return account.operator.booking({ ...stay, charges: [aCharge('rent', 1000)] });
}
