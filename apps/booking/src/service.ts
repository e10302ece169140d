import { maxBodyBytes } from '@keyhaven/contracts/platform/body-limits';
import { services } from '@keyhaven/contracts/platform/services';
import type { Logger } from '@keyhaven/service/observability/logger';
import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { bookingImportContract } from '@keyhaven/contracts/booking/import-contract';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { PAYMENT_FORMS_PATH } from '@keyhaven/contracts/booking/payment-form';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { feesInternalContract } from '@keyhaven/contracts/fees/internal-contract';
import { financeInternalContract } from '@keyhaven/contracts/finance/internal-contract';
import { pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { publicUrlSettings } from '@keyhaven/service/configuration';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { knownIn } from '@keyhaven/service/references/find-records-routes';
import { z } from 'zod';
import { settleAnnotations } from './annotations/settle-annotations';
import { spreadFieldDefinition, spreadTagDefinition } from './annotations/spread-definition';
import { recheckDeletion } from './contacts/delete-contact';
import { keepContact } from './contacts/keep-contact';
import { guests } from './guests/guest-kind';
import { type JobHandlers, registerJobs } from './jobs';
import { deriveLinked, refreshLinked } from './linked-availability/derive-linked';
import { finishLink } from './links/finish-link';
import { owners } from './owners/owner-kind';
import { consumeBalances } from './payments/consume-balances';
import { sweepPending } from './payments/sweep-pending';
import { addAcceptedGuest } from './quotes/add-accepted-guest';
import { preemptIfSold, preemptQuotes } from './quotes/preempt-quotes';
import { sweepQuotes } from './quotes/sweep-quotes';
import { importRoutes } from './routes/import-routes';
import { internalRoutes } from './routes/internal-routes';
import { operatorRoutes } from './routes/operator-routes';
import { publicRoutes } from './routes/public-routes';
import { settleNights } from './settlement/settle-nights';
import { consumeAccounts } from './store/account-copy';
import { type BookingStore, createBookingStore } from './store/booking-store';
import { chargePeers } from './store/charge-peers';
import type { StayDocument } from './store/stay.model';
import { consumeThreads } from './threads/consume-threads';
import { notifyWaitlist } from './waitlist/notify-waitlist';

/** The settings that only the booking service has. */
const settings = publicUrlSettings.extend({
  /**
   * The pause between sweeps that confirm paid pending bookings and cancel overdue bookings, in
   * seconds.
   */
  LAPSE_SWEEP_SECONDS: z.coerce.number().min(0.05).max(3600).default(30),
  /** The longest time for which a quote may hold nights, in days. */
  MAX_HOLD_DAYS: z.coerce.number().int().min(1).max(730).default(30),
});

/** The booking service: stays, quotes, properties, guests, owners and listing sites. */
export const bookingService: ServiceDefinition<typeof settings> = {
  name: 'booking',
  topic: services.booking.topic,
  maxBodyBytes: maxBodyBytes.booking,
  peers: ['identity', 'pricing', 'fees', 'finance'],
  settings,
  formPaths: [PAYMENT_FORMS_PATH],
  build: ({ connection, now, ids, relay, verify, logger, peer, settings }) => {
    const finance = peer(financeInternalContract);
    const peers = chargePeers(peer(pricingInternalContract), peer(feesInternalContract), finance);
    const { PUBLIC_URL: publicUrl, MAX_HOLD_DAYS: maxHoldDays } = settings;
    const store = createBookingStore(connection, ids, relay, peers, { publicUrl, maxHoldDays });
    registerJobs(relay, jobHandlers(store, logger));
    return {
      routes: (app) => {
        mountContract(app, 'public', verify, bookingPublicContract, publicRoutes(store));
        mountContract(app, 'operator', verify, bookingOperatorContract, operatorRoutes(store));
        mountContract(app, 'operator', verify, bookingImportContract, importRoutes(store));
        mountContract(app, 'internal', verify, bookingInternalContract, internalRoutes(store));
      },
      knownAccounts: knownIn(store.accounts),
      consumers: [...consumeAccounts(store.accounts), ...consumeThreads(store), ...consumeBalances(store)],
      workers: [
        sweepQuotes(store, logger),
        sweepPending(
          store,
          connection.model<StayDocument>('Stay'),
          finance,
          now,
          logger,
          settings.LAPSE_SWEEP_SECONDS * 1000,
        ),
      ],
    };
  },
};

/**
 * The handlers of the jobs. A job normally runs before the request that stored it is answered. After a crash, any
 * process may run it.
 */
export function jobHandlers(store: BookingStore, logger: Logger): JobHandlers {
  return {
    settle_nights: (args, { scope, id, answering }) => settleNights(store, logger, scope, id, args, answering),
    derive_linked: (_none, { scope, id }) => deriveLinked(store, scope, id),
    refresh_linked: (_none, { scope, id }) => refreshLinked(store, scope, id),
    notify_waitlist: (_none, { scope, id }) => notifyWaitlist(store, scope, id),
    preempt_quotes: (sold, { scope, id }) => preemptQuotes(store, scope, sold, id),
    check_quote: (_none, { scope, id }) => preemptIfSold(store, scope, id),
    add_accepted_guest: (args, { scope, id }) => addAcceptedGuest(store, scope, id, args),
    settle_annotations: (args, { scope, id }) => settleAnnotations(store, scope, id, args),
    spread_tag_definition: (position, { scope, id }) => spreadTagDefinition(store, scope, id, position),
    spread_field_definition: (position, { scope, id }) => spreadFieldDefinition(store, scope, id, position),
    keep_guest: ({ guest_id }, { scope }) => keepContact(guests, store, scope, guest_id),
    recheck_guest_deletion: (args, { scope, id, answering }) =>
      recheckDeletion(guests, store, scope, id, args, answering !== undefined),
    keep_owner: ({ owner_id }, { scope }) => keepContact(owners, store, scope, owner_id),
    recheck_owner_deletion: (args, { scope, id, answering }) =>
      recheckDeletion(owners, store, scope, id, args, answering !== undefined),
    finish_link: (_none, { scope, id }) => finishLink(store, scope, id),
  };
}
