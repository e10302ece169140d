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
import type { DemoPlan, PlannedCharge, PlannedLine, PlannedQuote } from '../plan/demo-plan';
import type { DemoTarget } from './demo-target';
import { type LoadProgress, type LoadRun, startRun } from './load-run';

const { createListingSite, createLink } = bookingOperatorContract;
const { importProperties, importGuests, importOwners, importBookings } = bookingImportContract;
const { createQuote, updateQuote, createBooking } = bookingPublicContract;
const { createSurcharge, createDiscount } = feesPublicContract;
const { updatePropertyPricing, createSeason, createHoliday } = pricingOperatorContract;
const { createMessage, removeMessage } = messagingOperatorContract;
const { voidPayment, closeStatements } = financeOperatorContract;
const { importPayments, importRefunds, importFees, importDeposits, importOwnerEntries } = financeImportContract;

/**
 * Writes the plan into an account through the APIs of the services. After an interruption, call it again with the same
 * plan. While the services keep the Idempotency-Keys (at least a day), it creates no record twice.
 * @param userId the id of the account.
 * @param onProgress is called after each request.
 * @throws DemoDataError for the first record that could not be created, with the response.
 */
export async function loadDemoData(
  plan: DemoPlan,
  target: DemoTarget,
  userId: number,
  onProgress: (progress: LoadProgress) => void,
): Promise<void> {
  const run = startRun(target, userId, onProgress);
  await createProperties(plan, run);
  await createPrices(plan, run);
  // Surcharges, discounts and taxes come before the bookings, because charges refer to them.
  await createFees(plan, run);
  await createBookings(plan, run);
  await createQuotes(plan, run);
  await createMessages(plan, run);
  await createMoney(plan, run);
}

async function createProperties({ listingSites, guests, owners, properties }: DemoPlan, run: LoadRun) {
  await run.create('listing_site', 'booking', createListingSite, listingSites);
  await run.import('guest', 'booking', importGuests, guests);
  // Import owners and properties one at a time, so that their ids have the order of the plan. The
  // documentation refers to some of them by id.
  await run.import('owner', 'booking', importOwners, owners, 1);
  await run.import('property', 'booking', importProperties, properties, 1);
  // Link each room with its house, so that a booking of one occupies the nights of both.
  const links = properties.flatMap(({ key, partOf }) =>
    partOf === null ? [] : [{ key, properties: [partOf, key], body: {} }],
  );
  await run.create('link', 'booking', createLink, links);
}

/**
 * Creates all prices. The rate history comes last, because it records the current prices as the
 * prices of past nights.
 */
async function createPrices({ propertyPricing, seasons, holidays, spotRates, firstDay }: DemoPlan, run: LoadRun) {
  const pathId = ({ key }: { key: string }) => run.idOf('property', key);
  // Retry on 404, because the pricing service might not have received the event about the property yet.
  const ofProperty = { pathId, isRetriedOn404: true };
  await run.create('property_pricing', 'pricing', updatePropertyPricing, propertyPricing, ofProperty);
  const ofProperties = seasons.map(({ key, property, body }) => ({ key, properties: [property], body }));
  await run.create('season', 'pricing', createSeason, ofProperties);
  await run.create('holiday', 'pricing', createHoliday, holidays);
  await run.create('spot_rates', 'pricing', pricingPublicContract.updateSpotRates, spotRates);
  const history = { history_from: dateOfDay(demoPeriod(firstDay).from) };
  const histories = propertyPricing.map(({ key }) => ({ key, body: history }));
  await run.create('rate_history', 'pricing', updatePropertyPricing, histories, ofProperty);
}

/**
 * Creates surcharges, discounts and taxes one after another, so that their ids have the order of
 * the plan. Charges with the same position are ordered by these ids.
 */
async function createFees({ surcharges, discounts, taxes }: DemoPlan, run: LoadRun) {
  await run.create('surcharge', 'fees', createSurcharge, [surcharges]);
  await run.create('discount', 'fees', createDiscount, [discounts]);
  await run.create('tax', 'fees', feesOperatorContract.createTax, [taxes]);
}

/**
 * Creates bookings through the operator API. The public API does not accept past booking times,
 * channels or owners.
 */
async function createBookings({ bookings }: DemoPlan, run: LoadRun) {
  const withId = ({ madeBy, ...charge }: PlannedCharge) =>
    madeBy ? { ...charge, [`${madeBy.kind}_id`]: run.idOf(madeBy.kind, madeBy.key) } : charge;
  const charged = bookings.map(({ charges, body, ...booking }) => ({
    ...booking,
    body: charges.length > 0 ? { ...body, charges: charges.map(withId) } : body,
  }));
  await run.import('booking', 'booking', importBookings, charged);
}

/**
 * The time until a quote with the fate `expired` expires, in milliseconds. The API accepts only
 * future expiry times, so the quote expires while the remaining demo data is being loaded.
 */
const EXPIRES_IN_MS = 10_000;

async function createQuotes({ quotes }: DemoPlan, run: LoadRun) {
  await run.create('quote', 'booking', createQuote, quotes);
  const withFate = (wanted: PlannedQuote['fate']) => quotes.filter(({ fate }) => fate === wanted);
  const expires_utc = new Date(Date.now() + EXPIRES_IN_MS).toISOString();
  const expiries = withFate('expired').map(({ key, body: { ignore_rules } }) => ({
    // The body contains the current time and differs in each run, so each run needs a different
    // key.
    key: `${key}/${expires_utc}`,
    expiring: key,
    body: { expires_utc, ignore_rules },
  }));
  await run.create('expiry', 'booking', updateQuote, expiries, {
    pathId: ({ expiring }) => run.idOf('quote', expiring),
  });
  const acceptances = withFate('accepted').map(({ key }) => ({ key, quote: key, body: {} }));
  await run.create('acceptance', 'booking', createBooking, acceptances);
  const rivals = withFate('preempted').map(({ key, property, body: { arrival, departure } }) => ({
    key,
    property,
    body: { arrival, departure, is_block: true, title: 'Painting the kitchen' },
  }));
  await run.create('rival', 'booking', createBooking, rivals);
}

/** Creates all messages, and then removes those that are planned as removed. */
async function createMessages({ threads, messages }: DemoPlan, run: LoadRun) {
  await run.import('thread', 'messaging', messagingImportContract.importThreads, threads);
  const ofThreads = threads.map(({ key }) => messages.filter(({ thread }) => thread === key));
  await run.create('message', 'messaging', createMessage, ofThreads);
  const removals = messages.filter(({ isRemoved }) => isRemoved).map(({ key }) => ({ key, body: {} }));
  await run.create('removal', 'messaging', removeMessage, removals, { pathId: ({ key }) => run.idOf('message', key) });
}

/**
 * Creates payments, refunds and fees before the payouts that contain them, and closes the months
 * last.
 */
async function createMoney({ money }: DemoPlan, run: LoadRun) {
  await run.import('payment', 'finance', importPayments, money.payments);
  await run.import('refund', 'finance', importRefunds, money.refunds);
  await run.import('fee', 'finance', importFees, money.bookingFees);
  const voidings = money.payments.filter(({ isVoided }) => isVoided).map(({ key }) => ({ key, body: {} }));
  await run.create('voiding', 'finance', voidPayment, voidings, { pathId: ({ key }) => run.idOf('payment', key) });
  const lineOf = (line: PlannedLine) =>
    line.type === 'adjustment' ? line : { type: line.type, record_id: run.idOf(line.type, line.record) };
  const deposits = money.deposits.map(({ key, body, lines }) => ({ key, body: { ...body, lines: lines.map(lineOf) } }));
  await run.import('deposit', 'finance', importDeposits, deposits);
  await run.import('owner_entry', 'finance', importOwnerEntries, money.ownerEntries);
  const month = money.closedThrough;
  await run.create('closing', 'finance', closeStatements, [{ key: month, body: { month } }]);
}
