import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import type { DemoPlan } from '../demo-plan';
import { GUEST } from '../guests/load-guests';
import type { LoadRun } from '../loading/load-run';
import { PROPERTY } from '../properties/load-properties';

const QUOTE = 'quote';
/** A quote can only expire in the future: in so many milliseconds, while the rest of the demo is still being loaded. */
const EXPIRES_IN_MS = 10_000;

/** After the prices and fees that they are made from. */
export async function loadQuotes({ quotes }: DemoPlan, run: LoadRun): Promise<void> {
  await run.create('booking', quotes, {
    kind: QUOTE,
    face: 'public',
    route: bookingPublicContract.createQuote,
    body: ({ property, guest, body }) => ({
      ...body,
      property_id: run.idOf(PROPERTY, property),
      guest_id: guest === null ? null : run.idOf(GUEST, guest),
    }),
  });
  const expires_utc = new Date(Date.now() + EXPIRES_IN_MS).toISOString();
  const expiries = quotes
    .filter(({ fate }) => fate === 'expired')
    // A load that is run again sends another time, under another key; the quote may have expired by then.
    .map(({ key, body }) => ({ key: `${key}/${expires_utc}`, quote: key, ignore_rules: body.ignore_rules }));
  await run.create('booking', expiries, {
    kind: 'expiry',
    face: 'public',
    route: bookingPublicContract.updateQuote,
    params: ({ quote }) => ({ id: run.idOf(QUOTE, quote) }),
    body: ({ ignore_rules }) => ({ expires_utc, ignore_rules }),
  });
  const route = bookingPublicContract.createBooking;
  await run.create(
    'booking',
    quotes.filter(({ fate }) => fate === 'accepted'),
    { kind: 'acceptance', face: 'public', route, body: ({ key }) => ({ quote_id: run.idOf(QUOTE, key) }) },
  );
  await run.create(
    'booking',
    quotes.filter(({ fate }) => fate === 'preempted'),
    {
      kind: 'rival',
      face: 'public',
      route,
      body: ({ property, body: { arrival, departure } }) => {
        const block = { arrival, departure, is_block: true, title: 'Painting the kitchen' };
        return { ...block, property_id: run.idOf(PROPERTY, property) };
      },
    },
  );
}
