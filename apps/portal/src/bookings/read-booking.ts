import type { Booking } from '@keyhaven/contracts/booking/booking';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { financePublicContract } from '@keyhaven/contracts/finance/public-contract';
import type { Fee, Payment, Refund } from '@keyhaven/contracts/finance/records';
import type { Message } from '@keyhaven/contracts/messaging/message';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { RecordEvents } from '@keyhaven/contracts/webhook/account-routes';
import { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import { bodyOf } from '@keyhaven/service/peers/contract-client';
import type { PortalServices } from '../services/portal-services';
import type { SignedInVisit } from '../visit/visit';

/**
 * The maximum number of threads on the page. Most bookings have one thread. Connectors create
 * another one if a guest writes through another channel.
 */
const SHOWN_THREADS = 3;
/** The maximum number of messages of each thread, and of money records of each kind, on the page. */
const SHOWN = 100;

export interface ShownThread {
  id: number;
  channel: string | null;
  /**
   * The newest messages, in the order in which they were sent. Undefined if the messaging service does not have the
   * thread.
   */
  messages: Message[] | undefined;
  hasMore: boolean;
}

export interface ShownBooking {
  booking: Booking;
  /** The changes of the booking in the event log, newest first; undefined if the log could not be read. */
  changes: RecordEvents | undefined;
  payments: Payment[];
  refunds: Refund[];
  fees: Fee[];
  threads: ShownThread[];
}

/** Reads a booking with its money records and messages. @throws ApiError not_found. */
export async function readBooking(
  services: Pick<PortalServices, 'api' | 'webhook'>,
  visit: SignedInVisit,
  id: number,
): Promise<ShownBooking> {
  const { api } = services;
  const { session } = visit;
  const finance = api('finance', financePublicContract, session);
  const query = { booking_id: id, limit: SHOWN };
  const [booking, changes, payments, refunds, fees] = await Promise.all([
    api('booking', bookingPublicContract, session)
      .getBooking({ params: { id }, query: { include_fields: 'true' } })
      .then(bodyOf),
    readChanges(services, visit, id),
    finance.listPayments({ query }).then(bodyOf),
    finance.listRefunds({ query }).then(bodyOf),
    finance.listFees({ query }).then(bodyOf),
  ]);
  const messaging = api('messaging', messagingPublicContract, session);
  const threads = await Promise.all(
    booking.thread_ids.slice(0, SHOWN_THREADS).map(async (thread_id) => {
      const query = { thread_id, include_drafts: 'true', newest_first: 'true', limit: SHOWN };
      const answer = await messaging.listMessages({ query });
      if (answer.status === 404) return { id: thread_id, channel: null, messages: undefined, hasMore: false };
      const { thread, items, next_page_url } = bodyOf(answer);
      return { id: thread_id, channel: thread.channel, messages: items.toReversed(), hasMore: next_page_url !== null };
    }),
  );
  return { booking, changes, payments: payments.items, refunds: refunds.items, fees: fees.items, threads };
}

/**
 * Reads the changes from the event log. Returns undefined if the log is unavailable. The page then shows only the
 * times in the booking's fields.
 */
async function readChanges(
  { webhook }: Pick<PortalServices, 'webhook'>,
  { session, requestId }: SignedInVisit,
  id: number,
): Promise<RecordEvents | undefined> {
  try {
    const request = { params: { user_id: session.account.id }, body: { entity_type: 'booking', entity_id: id } };
    return await webhook.listRecordEvents(request, { requestId });
  } catch (error) {
    if (error instanceof ApiError && error.status >= 500) return undefined;
    throw error;
  }
}
