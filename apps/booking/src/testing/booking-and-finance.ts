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
  /** Moves the payment deadline of a pending booking into the past. */
  letDeadlinePass: (id: number) => Promise<unknown>;
  /** Clears `asked` and makes finance unavailable. Call this before each test. */
  reset: () => void;
  stop: () => Promise<void>;
}

type Answer = ReturnType<ReturnType<ServiceUnderTest['asOperator']>['post']>;

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
  return {
    service,
    finance,
    sendBalance: (user_id, id, version, paid, refunded = 0) =>
      service.asOperator().post(`/internal/bookings/${id}/balance`, {
        user_id,
        balance: { generation: 0, version, totals: totals(paid, refunded), canceled_utc: null },
      }),
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
    letDeadlinePass: (id) =>
      service.connection
        .collection('stays')
        .updateOne({ 'booking.id': id }, { $set: { 'booking.pending_until_utc': new Date(Date.now() - 1000) } }),
    reset: () => void Object.assign(finance, { paymentsOf: () => undefined, asked: [] }),
    stop: async () => {
      await service.stop();
      await server.close();
    },
  };
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
