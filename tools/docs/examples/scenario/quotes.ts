import type { Scenario } from '../scenario';
import { findStays, party, type Stay } from './stays';

export async function callQuotes(scenario: Scenario): Promise<void> {
  const { call, prepare } = scenario;
  const [stay, later] = (await findStays(scenario, 2)) as [Stay, Stay];
  await call('createQuote', 'Preview the price of a stay; nothing is stored', {
    body: { ...stay, ...party, test: true },
  });
  const quote = await call('createQuote', 'Quote a stay and hold its nights', {
    body: { ...stay, ...party, hold_dates: true, notes: 'Asked for the quiet room' },
  });
  await call('createQuote', 'Nights that are taken', { body: { ...stay, ...party } }, { status: 409 });
  const short = { ...later, departure: later.arrival };
  await call('createQuote', 'A departure on the day of arrival', { body: { ...short, ...party } }, { status: 400 });
  const unknownSite = { ...later, ...party, listing_site_id: 987654321 };
  await call('createQuote', 'A listing site that does not exist', { body: unknownSite }, { status: 400 });

  const params = { id: quote.id! };
  await call('listQuotes', 'Open quotes with their charges', {
    query: { status: 'open', property_id: stay.property_id, include_charges: true, limit: 1 },
  });
  await call('getQuote', 'One quote', { params });
  await call('getQuote', 'A quote with an explanation of its price', {
    params,
    query: { include_explanation: true },
  });
  await call('getQuote', 'A quote that does not exist', { params: { id: 987654321 } }, { status: 404 });
  await call('updateQuote', 'Move the quote and calculate its charges again', {
    params,
    body: { arrival: later.arrival, departure: later.departure, generate_charges: true },
  });
  await call(
    'updateQuote',
    'The quote changed since it was read',
    { params, headers: { 'if-match': '"1"' }, body: { notes: 'Asked for a cot' } },
    { status: 412 },
  );
  const booked = await call('createBooking', 'Accept a quote', { body: { quote_id: quote.id! } });
  await call('createBooking', 'A quote that was accepted already', { body: { quote_id: quote.id! } }, { status: 409 });
  await prepare('updateBooking', { params: { id: booked.id }, body: { status: 'canceled' } });

  const unwanted = await prepare('createQuote', { body: { ...stay, ...party } });
  await call('deleteQuote', 'Delete a quote', { params: { id: unwanted.id! } });
  await call('deleteQuote', 'A quote that was deleted already', { params: { id: unwanted.id! } }, { status: 404 });
}
