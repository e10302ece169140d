import { bookingImportContract } from '@keyhaven/contracts/booking/import-contract';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { feesOperatorContract } from '@keyhaven/contracts/fees/operator-contract';
import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import { financeImportContract } from '@keyhaven/contracts/finance/import-contract';
import { financeOperatorContract } from '@keyhaven/contracts/finance/operator-contract';
import { messagingImportContract } from '@keyhaven/contracts/messaging/import-contract';
import { messagingOperatorContract } from '@keyhaven/contracts/messaging/operator-contract';
import { pricingOperatorContract } from '@keyhaven/contracts/pricing/operator-contract';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { dateOfDay } from '@keyhaven/stays/calendar-date';
import { demoPeriod } from '../plan/demo-period';
import type {
  DemoPlan,
  PlannedCharge,
  PlannedDefinition,
  PlannedLine,
  PlannedMessage,
  PlannedProperty,
  PlannedSpotRates,
  PlannedTax,
} from '../plan/demo-plan';
import type { LoadRun, RecordWriter } from './load-run';

/** Creates some records of the plan, which may refer to records of earlier steps. */
type Step = (plan: DemoPlan, run: LoadRun) => Promise<void>;

const { createListingSite, createLink } = bookingOperatorContract;
const { importProperties, importGuests, importOwners, importBookings } = bookingImportContract;
const { createQuote, updateQuote, createBooking: book } = bookingPublicContract;
const { updatePropertyPricing, createSeason, createHoliday } = pricingOperatorContract;
const { createMessage, removeMessage } = messagingOperatorContract;
const { voidPayment, closeStatements } = financeOperatorContract;
const { importPayments, importRefunds, importFees, importDeposits, importOwnerEntries } = financeImportContract;

/** Returns a function that creates writers for one API of a service. */
const writerOf =
  (service: string, api: 'operator' | 'public') =>
  <Record>(
    kind: string,
    route: { method: string; path: string },
    body: (record: Record) => object,
    more: Partial<RecordWriter<Record>> = {},
  ): RecordWriter<Record> => ({ service, api, kind, route, body, ...more });
const booking = writerOf('booking', 'operator');
const bookingPublic = writerOf('booking', 'public');
const pricing = writerOf('pricing', 'operator');
const pricingPublic = writerOf('pricing', 'public');
const fees = writerOf('fees', 'operator');
const feesPublic = writerOf('fees', 'public');
const messaging = writerOf('messaging', 'operator');
const finance = writerOf('finance', 'operator');

const bodyOf = ({ body }: { key: string; body: object }) => body;
const noBody = () => ({});
const orNull = (run: LoadRun, kind: string, key: string | null) => (key === null ? null : run.idOf(kind, key));

const createProperties: Step = async ({ listingSites, guests, owners, properties }, run) => {
  await run.create(listingSites, booking('listing_site', createListingSite, bodyOf));
  await run.import(guests, booking('guest', importGuests, bodyOf));
  // In order, because the documents refer to properties and owners by their ids.
  await run.import(owners, { ...booking('owner', importOwners, bodyOf), isInOrder: true });
  const withOwner: (property: PlannedProperty) => object = ({ owner, body }) => ({
    ...body,
    owner_id: orNull(run, 'owner', owner),
  });
  await run.import(properties, { ...booking('property', importProperties, withOwner), isInOrder: true });
  // Links each room with its house, so that a booking of one occupies the nights of both.
  await run.create(
    properties.filter(({ partOf }) => partOf !== null),
    booking('link', createLink, ({ key, partOf }) => ({
      property_ids: [run.idOf('property', partOf!), run.idOf('property', key)],
    })),
  );
};

/** The rate history is opened last, because it records the prices that are set at that moment for past nights. */
const createPrices: Step = async ({ propertyPricing, seasons, holidays, spotRates, firstDay }, run) => {
  const params = ({ key }: { key: string }) => ({ id: run.idOf('property', key) });
  // Pricing may not have received the property from booking yet.
  const ofProperty = { params, isRetriedOn404: true };
  await run.create(propertyPricing, pricing('property_pricing', updatePropertyPricing, bodyOf, ofProperty));
  await run.create(
    seasons,
    pricing('season', createSeason, ({ property: key, body }) => ({
      ...body,
      property_ids: [run.idOf('property', key)],
    })),
  );
  await run.create(
    holidays,
    pricing('holiday', createHoliday, ({ properties, body }) => ({
      ...body,
      property_ids: properties && properties.map((key) => run.idOf('property', key)),
    })),
  );
  const withProperty: (spot: PlannedSpotRates) => object = ({ property, body }) =>
    body.map((rate) => ({ ...rate, property_id: run.idOf('property', property) }));
  const { updateSpotRates } = pricingPublicContract;
  await run.create(spotRates, pricingPublic('spot_rates', updateSpotRates, withProperty, { hasNoId: true }));
  const history = () => ({ history_from: dateOfDay(demoPeriod(firstDay).from) });
  await run.create(propertyPricing, pricing('rate_history', updatePropertyPricing, history, ofProperty));
};

/**
 * Surcharges, discounts and taxes are created one after another, because charges with the same position are ordered by
 * id.
 */
const createFees: Step = async ({ surcharges, discounts, taxes }, run) => {
  const withScope = ({ properties, listingSites, body }: PlannedDefinition) => ({
    ...body,
    property_ids: properties.map((key) => run.idOf('property', key)),
    listing_site_ids: listingSites.map((key) => run.idOf('listing_site', key)),
  });
  const withProperty = ({ property, remittedBy, body }: PlannedTax) => ({
    ...body,
    property_id: run.idOf('property', property),
    remitted_by_listing_site_ids: remittedBy.map((key) => run.idOf('listing_site', key)),
  });
  const inOrder = { inOrder: () => 'all' };
  const { createSurcharge, createDiscount } = feesPublicContract;
  await run.create(surcharges, feesPublic('surcharge', createSurcharge, withScope, inOrder));
  await run.create(discounts, feesPublic('discount', createDiscount, withScope, inOrder));
  await run.create(taxes, fees('tax', feesOperatorContract.createTax, withProperty, inOrder));
};

/** Uses the operator API, because only that accepts past booking times, channels and owners. */
const createBookings: Step = ({ bookings }, run) => {
  const withId = ({ madeBy, ...charge }: PlannedCharge) =>
    madeBy ? { ...charge, [`${madeBy.kind}_id`]: run.idOf(madeBy.kind, madeBy.key) } : charge;
  return run.import(
    bookings,
    booking('booking', importBookings, ({ property, guest, listingSite, charges, body }) => ({
      ...body,
      property_id: run.idOf('property', property),
      guest_id: orNull(run, 'guest', guest),
      listing_site_id: orNull(run, 'listing_site', listingSite),
      ...(charges.length > 0 ? { charges: charges.map(withId) } : {}),
    })),
  );
};

/**
 * A quote can only expire in the future. It expires after this many milliseconds, while the remaining demo data is
 * being loaded.
 */
const EXPIRES_IN_MS = 10_000;

const createQuotes: Step = async ({ quotes }, run) => {
  await run.create(
    quotes,
    bookingPublic('quote', createQuote, ({ property, guest, body }) => ({
      ...body,
      property_id: run.idOf('property', property),
      guest_id: orNull(run, 'guest', guest),
    })),
  );
  const withFate = (wanted: string) => quotes.filter(({ fate }) => fate === wanted);
  const expires_utc = new Date(Date.now() + EXPIRES_IN_MS).toISOString();
  await run.create(
    // A repeated load sends a different time, so it needs a different key.
    withFate('expired').map(({ key, body }) => ({ key: `${key}/${expires_utc}`, quote: key, body })),
    bookingPublic('expiry', updateQuote, ({ body: { ignore_rules } }) => ({ expires_utc, ignore_rules }), {
      params: ({ quote }) => ({ id: run.idOf('quote', quote) }),
    }),
  );
  await run.create(
    withFate('accepted'),
    bookingPublic('acceptance', book, ({ key }) => ({ quote_id: run.idOf('quote', key) })),
  );
  await run.create(
    withFate('preempted'),
    bookingPublic('rival', book, ({ property, body: { arrival, departure } }) => {
      const block = { arrival, departure, is_block: true, title: 'Painting the kitchen' };
      return { ...block, property_id: run.idOf('property', property) };
    }),
  );
};

/** Creates all messages first, and then removes those that the plan removes. */
const createMessages: Step = async ({ threads, messages }, run) => {
  await run.import(
    threads,
    messaging('thread', messagingImportContract.importThreads, ({ booking, guest, body }) => ({
      ...body,
      booking_id: orNull(run, 'booking', booking),
      guest_id: orNull(run, 'guest', guest),
    })),
  );
  const ofThread = ({ thread, body }: PlannedMessage) => ({ ...body, thread_id: run.idOf('thread', thread) });
  await run.create(messages, messaging('message', createMessage, ofThread, { inOrder: ({ thread }) => thread }));
  const removed = messages.filter(({ isRemoved }) => isRemoved);
  const params = ({ key }: { key: string }) => ({ id: run.idOf('message', key) });
  await run.create(removed, messaging('removal', removeMessage, noBody, { params }));
};

/** Creates payouts after the records that they pay out, and closes the months last. */
const createMoney: Step = async ({ money }, run) => {
  const ofBooking = ({ booking, body }: { booking: string; body: object }) => ({
    ...body,
    booking_id: run.idOf('booking', booking),
  });
  const ofPayment = (record: { booking: string; payment: string; body: object }) => ({
    ...ofBooking(record),
    payment_id: run.idOf('payment', record.payment),
  });
  await run.import(money.payments, finance('payment', importPayments, ofBooking));
  await run.import(money.refunds, finance('refund', importRefunds, ofPayment));
  await run.import(money.bookingFees, finance('fee', importFees, ofPayment));
  const voided = money.payments.filter(({ isVoided }) => isVoided);
  const params = ({ key }: { key: string }) => ({ id: run.idOf('payment', key) });
  await run.create(voided, finance('voiding', voidPayment, noBody, { params }));
  const lineOf = (line: PlannedLine) =>
    line.type === 'adjustment' ? line : { type: line.type, record_id: run.idOf(line.type, line.record) };
  await run.import(
    money.deposits,
    finance('deposit', importDeposits, ({ body, lines }) => ({ ...body, lines: lines.map(lineOf) })),
  );
  await run.import(
    money.ownerEntries,
    finance('owner_entry', importOwnerEntries, ({ owner, property, body }) => ({
      ...body,
      owner_id: run.idOf('owner', owner),
      property_id: orNull(run, 'property', property),
    })),
  );
  const month = money.closedThrough;
  await run.create(
    [{ key: month }],
    finance('closing', closeStatements, () => ({ month })),
  );
};

/** All steps in order. Fees come before the bookings whose charges refer to them. */
export const steps: readonly Step[] = [
  createProperties,
  createPrices,
  createFees,
  createBookings,
  createQuotes,
  createMessages,
  createMoney,
];
