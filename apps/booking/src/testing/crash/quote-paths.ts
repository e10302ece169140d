import { setTimeout as sleep } from 'node:timers/promises';
import { success, withKey } from '@keyhaven/testing/crash/requests';
import type { Answer } from '@keyhaven/testing/checked-client';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { until } from '@keyhaven/testing/until';
import { versionIn } from '@keyhaven/testing/version-in';
import { aQuotableProperty, august, faultsOfNights, july } from './requests';

const quote = {
  record: 'quote',
  read: ({ api }: World, _: unknown, { body }: Answer) => api.get(`/v2/quotes/${body.id}`),
};

interface Quoted {
  property_id: number;
  id: number;
}

async function aQuote(world: World, hold_dates: boolean, fields: object = {}): Promise<Quoted & { form: string }> {
  const property_id = await aQuotableProperty(world);
  const body = { property_id, ...july, adults: 2, hold_dates, ...fields };
  const { id, payment_form } = await success(world.api.post('/v2/quotes', body));
  return { property_id, id, form: new URL(payment_form).pathname };
}

/** The lifetime of a short hold, in milliseconds. The test needs less time to prepare its requests. */
const SOON_MS = 2_000;

/** A quote whose hold expires soon. */
async function aShortHold(world: World): Promise<Quoted & { expires: number }> {
  const expires = Math.ceil((Date.now() + SOON_MS) / 1000) * 1000;
  return { ...(await aQuote(world, true, { expires_utc: new Date(expires).toISOString() })), expires };
}

/** Describes the fault if the accepted quote did not become the only active booking. */
async function faultsUnlessAcceptedOnce({ api }: World, { id }: Quoted): Promise<string[]> {
  const accepted = await success(api.get(`/v2/quotes/${id}`));
  const { items } = await success(api.get('/v2/bookings'));
  const bookings = items.filter((record: { status: string }) => record.status === 'active');
  const isOnce = accepted.status === 'accepted' && bookings.length === 1 && bookings[0].id === accepted.booking_id;
  const types = items.map((record: { type: string; status: string }) => `${record.type} ${record.status}`).join(', ');
  return isOnce ? [] : [`the quote is ${accepted.status} as booking ${accepted.booking_id}; the bookings are ${types}`];
}

/**
 * Describes the fault if a different request with the Idempotency-Key of the acceptance is not
 * refused.
 */
async function faultsUnlessKeyIsBound({ api }: World, { property_id }: Quoted): Promise<string[]> {
  const { status } = await api.post('/v2/bookings', { property_id, ...august }, withKey);
  return status === 422 ? [] : [`another request with the key of the acceptance was answered ${status}`];
}

/** A payment form, and how many times it was submitted. */
interface SentForm {
  form: string;
  sent: number;
}

/**
 * Submits the form as a browser does, each time with a different telephone number. If a submission
 * books nothing, its details must not be stored.
 */
async function sendForm({ api }: World, given: SentForm): Promise<Answer> {
  const telephone = `+44 20 7946 010${given.sent++}`;
  const guest = { first_name: 'Ada', last_name: 'Rossi', email: 'ada@example.com', telephone };
  const rawBody = new URLSearchParams({ ...guest, version: '1' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await api.request('POST', given.form, { rawBody, headers });
  // A redirect has no body to compare, so it counts as a 204.
  return answer.status === 303 ? { ...answer, status: 204 } : answer;
}

/**
 * Describes the fault if there is not exactly one guest, or if quote and booking do not both refer
 * to this guest.
 */
async function faultsOfGuest({ api }: World, { id }: Quoted): Promise<string[]> {
  const { items: guests } = await success(api.get('/v2/guests'));
  const quote = await success(api.get(`/v2/quotes/${id}`));
  const booking = await success(api.get(`/v2/bookings/${quote.booking_id}`));
  const named = [quote.guest?.id, booking.guest?.id];
  const isRight = guests.length === 1 && named.every((guest) => guest === guests[0].id);
  const ids = guests.map((guest: { id: number }) => guest.id).join(', ');
  return isRight ? [] : [`the guests are ${ids}, but the quote and its booking have ${named.join(' and ')}`];
}

/** Describes the fault if the quote does not have the expected status. */
async function faultsOfStatus({ api }: World, { id }: Quoted, expected: string): Promise<string[]> {
  const { status } = await success(api.get(`/v2/quotes/${id}`));
  return status === expected ? [] : [`the quote is ${status}, not ${expected}`];
}

const acceptance = {
  record: 'booking',
  read: ({ api }: World, _: unknown, { body }: Answer) => api.get(`/v2/bookings/${body.id}`),
  act: ({ api }: World, { id }: Quoted) => api.post('/v2/bookings', { quote_id: id }, withKey),
  faults: async (world: World, given: Quoted) => [
    ...(await faultsUnlessAcceptedOnce(world, given)),
    ...(await faultsOfNights(world, given.property_id, july, 'taken')),
    ...(await faultsUnlessKeyIsBound(world, given)),
  ],
  repeated: 'the same',
} as const;

/**
 * The writes of quotes, for crash tests. The nights of a quote must never be booked twice. The nights of a hold must
 * never become free between the hold and the booking that replaces it.
 */
export const quotePaths: WritePath[] = [
  {
    ...quote,
    name: 'creating a quote with a hold, with an Idempotency-Key',
    given: aQuotableProperty,
    act: ({ api }, property_id) =>
      api.post('/v2/quotes', { property_id, ...july, adults: 2, hold_dates: true }, withKey),
    faults: async (world, property_id) => {
      const { count } = await success(world.api.get('/v2/quotes'));
      const once = count === 1 ? [] : [`there are ${count} quotes instead of one`];
      return [...once, ...(await faultsOfNights(world, property_id, july, 'taken'))];
    },
    repeated: 'the same',
  },
  { ...acceptance, name: 'accepting a quote with a hold', given: (world) => aQuote(world, true) },
  { ...acceptance, name: 'accepting a quote without a hold', given: (world) => aQuote(world, false) },
  {
    name: 'accepting a quote on its payment form',
    given: async (world): Promise<Quoted & SentForm> => {
      const quoted = await aQuote(world, true, { redirect_after_booking_url: 'https://example.com/thanks' });
      return { ...quoted, sent: 0 };
    },
    act: sendForm,
    faults: async (world, given) => {
      const nights = await faultsOfNights(world, given.property_id, july, 'taken');
      return [...(await faultsOfGuest(world, given)), ...(await faultsUnlessAcceptedOnce(world, given)), ...nights];
    },
    repeated: 'the same',
  },
  {
    record: 'booking',
    read: acceptance.read,
    name: 'booking the nights of a hold in the moment in which it expires',
    given: aShortHold,
    act: async ({ api }, { property_id, expires }) => {
      await sleep(Math.max(expires - Date.now(), 0));
      return api.post('/v2/bookings', { property_id, ...july }, withKey);
    },
    faults: (world, given) => faultsOfStatus(world, given, 'expired'),
    repeated: 'the same',
  },
  {
    ...quote,
    name: 'reopening a quote whose hold has expired',
    given: async (world) => {
      const given = await aShortHold(world);
      await until(async () => versionIn((await world.api.get(`/v2/quotes/${given.id}`)).headers) === 2);
      return { ...given, expires_utc: new Date(given.expires + 3_600_000).toISOString() };
    },
    act: ({ api }, { id, expires_utc }) => api.patch(`/v2/quotes/${id}`, { expires_utc }),
    faults: async (world, given) => [
      ...(await faultsOfStatus(world, given, 'open')),
      ...(await faultsOfNights(world, given.property_id, july, 'taken')),
    ],
    repeated: 'the same',
  },
  {
    ...quote,
    name: 'moving a quote with a hold',
    given: (world) => aQuote(world, true),
    act: ({ api }, { id }) => api.patch(`/v2/quotes/${id}`, august),
    faults: async (world, { property_id }) => [
      ...(await faultsOfNights(world, property_id, august, 'taken')),
      ...(await faultsOfNights(world, property_id, july, 'free')),
    ],
    repeated: 'the same',
  },
  {
    name: 'deleting a quote with a hold',
    given: (world) => aQuote(world, true),
    act: ({ api }, { id }) => api.delete(`/v2/quotes/${id}`),
    faults: (world, { property_id }) => faultsOfNights(world, property_id, july, 'free'),
    repeated: 'gone',
  },
];
