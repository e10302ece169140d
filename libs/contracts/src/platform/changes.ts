/** A published change of the public API. */
export interface ApiChange {
  /** The date from which the change applies, yyyy-mm-dd. */
  date: string;
  /** A breaking change can make a working program fail. An addition cannot. */
  kind: 'breaking' | 'addition';
  /** The title of the announcement, in one line. */
  title: string;
  /** What changed, and what programs need to do, in plain sentences. */
  text: string;
  /** Only for removals: what was removed, as named in error messages, and what to use instead. */
  removed?: { what: string; instead: string };
  /** The path of the help page about the change. */
  help: string;
}

const endpoint = (operation: string) => `/help/v2/endpoints/${operation}`;

/**
 * All published changes of the API, ordered by date. They are the source of the announcements in a
 * new installation, of the page /help/v2/changes, and of the errors for removed operations and
 * parameters. The name of each change is its anchor on this page, so it must not change.
 *
 * A migration stores the announcements of breaking changes. To announce a later change on platforms
 * that are already installed, publish it with `POST operator/announcements`.
 */
export const apiChanges = {
  'v1-quote-dates': {
    date: '2025-02-12',
    kind: 'breaking',
    title: 'v1.1 quotes: arrival and departure are dates',
    text: 'An arrival or departure with a time is answered with 400. Send dates, such as 2026-07-01.',
    help: '/help/v2/quotes',
  },
  'spot-rate-currency': {
    date: '2025-03-01',
    kind: 'breaking',
    title: 'Spot rates need a currency',
    text: 'Each rate of PATCH v2/spotrates needs a currency, which must be that of the property.',
    help: endpoint('update-spot-rates'),
  },
  'travel-insurance': {
    date: '2025-04-02',
    kind: 'addition',
    title: 'Travel insurance of bookings',
    text: 'Bookings have travel_insurance.',
    help: endpoint('get-booking'),
  },
  'uncategorized-webhooks': {
    date: '2025-07-09',
    kind: 'breaking',
    title: 'Subscriptions with a category receive only that category',
    text: 'A webhook subscription with a category no longer receives changes without a category. Subscribe without a category to receive all changes.',
    help: '/help/v2/webhooks',
  },
  'snoozed-properties': {
    date: '2025-07-23',
    kind: 'addition',
    title: 'Snoozed properties',
    text: 'Properties have is_snoozed.',
    help: endpoint('get-property'),
  },
  'current-user-update': {
    date: '2025-08-01',
    kind: 'breaking',
    title: 'PATCH v2/users/me is removed',
    text: 'The current user can be read with GET v2/users/me, and no longer be changed. The request is answered with 410.',
    removed: {
      what: 'PATCH /v2/users/me',
      instead: 'read with GET /v2/users/me, and ask the operator for changes',
    },
    help: endpoint('get-current-user'),
  },
  'bookings-since': {
    date: '2025-08-06',
    kind: 'breaking',
    title: 'Bookings: sinceUtc is removed',
    text: 'The parameter sinceUtc of bookings is removed and answered with 400. Use since_utc.',
    removed: { what: 'the parameter sinceUtc', instead: 'use since_utc' },
    help: endpoint('list-bookings'),
  },
  'webhook-entity': {
    date: '2025-08-06',
    kind: 'addition',
    title: 'Webhooks contain the record',
    text: 'Each webhook has entity, the full record after the change, so that it does not have to be read.',
    help: '/help/v2/webhooks',
  },
  'booking-status-filter': {
    date: '2025-08-06',
    kind: 'addition',
    title: 'Bookings: filter by status',
    text: 'The list of bookings accepts status.',
    help: endpoint('list-bookings'),
  },
  'messages-since': {
    date: '2025-08-13',
    kind: 'breaking',
    title: 'Messages: sinceUtc is removed',
    text: 'The parameter sinceUtc of messages is removed and answered with 400. Use since_utc.',
    removed: { what: 'the parameter sinceUtc', instead: 'use since_utc' },
    help: endpoint('list-messages'),
  },
  'message-drafts': {
    date: '2025-08-13',
    kind: 'addition',
    title: 'Drafts of messages',
    text: 'The list of messages accepts include_drafts, and messages have is_draft.',
    help: endpoint('list-messages'),
  },
  'message-attachments': {
    date: '2025-11-19',
    kind: 'addition',
    title: 'Attachments of messages',
    text: 'The list of messages accepts include_attachments, messages have attachment_urls, and a new message can have one image with attachment_url.',
    help: endpoint('create-message'),
  },
  'property-time-zone': {
    date: '2025-12-09',
    kind: 'addition',
    title: 'Time zones of properties',
    text: 'Properties have time_zone.',
    help: endpoint('get-property'),
  },
  'removed-messages': {
    date: '2025-12-17',
    kind: 'addition',
    title: 'Removed messages',
    text: 'Messages have removed_utc.',
    help: endpoint('list-messages'),
  },
  'financial-records': {
    date: '2026-01-14',
    kind: 'addition',
    title: 'Deposits, fees, payments and refunds',
    text: 'Financial records can be read with GET v2/deposits, v2/fees, v2/payments and v2/refunds.',
    help: '/help/v2/money',
  },
  'quote-writes': {
    date: '2026-04-01',
    kind: 'addition',
    title: 'Quotes can be written, and listing sites read',
    text: 'Quotes are created, changed and deleted with POST, PATCH and DELETE v2/quotes. The list of quotes accepts include_charges. GET v2/listing_sites lists the listing sites.',
    help: '/help/v2/quotes',
  },
  'surcharges-and-discounts': {
    date: '2026-06-03',
    kind: 'addition',
    title: 'Surcharges and discounts',
    text: 'Surcharges and discounts are read and written with v2/surcharges and v2/discounts, and have webhooks.',
    help: '/help/v2/surcharges-and-discounts',
  },
  'owner-bookings': {
    date: '2026-07-07',
    kind: 'addition',
    title: 'Bookings of owners',
    text: 'The type of a booking can be owner.',
    help: endpoint('get-booking'),
  },
  calendar: {
    date: '2026-09-16',
    kind: 'addition',
    title: 'The calendar and spot rates can be read',
    text: 'GET v2/calendar and v2/calendar/{property_id} return rates, rules and availability by night. GET v2/spotrates lists the spot rates.',
    help: endpoint('list-calendars'),
  },
  'generated-charges': {
    date: '2026-09-23',
    kind: 'addition',
    title: 'Charges and guest counts of bookings and quotes',
    text: 'Bookings and quotes of version 2 have listing_site_id, payment_form, redirect_after_booking_url and the numbers of guests, and generate_charges computes their charges.',
    help: '/help/v2/quotes',
  },
} as const satisfies Record<string, ApiChange>;

export type ApiChangeName = keyof typeof apiChanges;

/** All changes with their names, ordered by date. */
export const listedChanges = Object.entries(apiChanges).map(([name, change]) => ({
  name: name as ApiChangeName,
  ...(change satisfies ApiChange as ApiChange),
}));

/** The changes that can make programs fail, ordered by date. Each is announced. */
export const breakingChanges = listedChanges.filter(({ kind }) => kind === 'breaking');

/** The help page with all changes. */
export const CHANGES_PAGE = '/help/v2/changes';

/**
 * `deprecated` is the date when version 1 became deprecated, because version 2 could then do
 * everything that version 1 can. `sunset` is the date when version 1 will end. While `sunset` is
 * null, no end is planned. If `sunset` is set, every response of version 1 announces the date.
 */
export const version1: { deprecated: string; sunset: string | null; help: string } = {
  deprecated: '2026-09-23',
  sunset: null,
  help: `${CHANGES_PAGE}#version-1`,
};

/**
 * The error message for a removed operation or parameter: what was removed, when, what to use
 * instead, and the help page.
 */
export function removalMessage(name: ApiChangeName): string {
  const { date, removed }: ApiChange = apiChanges[name];
  if (!removed) throw new Error(`the change ${name} removed nothing`);
  return `${removed.what} was removed on ${inWords(date)}; ${removed.instead}; see ${CHANGES_PAGE}#${name}`;
}

/** Formats a date in words, such as `August 1, 2025`. */
export function inWords(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
