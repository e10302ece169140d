import type { Scenario } from '../scenario';
import { findStays, type Stay } from './stays';

export async function callVersion1(scenario: Scenario): Promise<void> {
  const { call } = scenario;
  const missing = { params: { id: 987654321 } };
  await call('getLegacyCurrentUser', 'Test the credentials');
  await call('getLegacyCurrentUser', 'Without credentials', { headers: { authorization: '' } }, { status: 401 });
  const bookings = await call(
    'listLegacyBookings',
    'Active bookings',
    { query: { status: 'active', limit: 1, includeGuest: true } },
    { varies: true },
  );
  await call('getLegacyBooking', 'One booking', { params: { id: bookings.items[0]!.id } }, { varies: true });
  await call('getLegacyBooking', 'A booking that does not exist', missing, { status: 404 });
  const properties = await call('listLegacyProperties', 'Active properties', { query: { active: true, limit: 1 } });
  await call('getLegacyProperty', 'One property', { params: { id: properties.items[0]!.id } });
  await call('getLegacyProperty', 'A property that does not exist', missing, { status: 404 });
  await callQuotesOfVersion1(scenario);
}

async function callQuotesOfVersion1(scenario: Scenario): Promise<void> {
  const { call } = scenario;
  const [stay, later] = (await findStays(scenario, 2)) as [Stay, Stay];
  const ofStay = ({ property_id, arrival, departure }: Stay) => ({ propertyId: property_id, arrival, departure });
  const body = { ...ofStay(stay), adults: 2, children: 1 };
  await call('testLegacyQuote', 'Preview the price of a stay', { query: { addCharges: true }, body });
  const made = await call('createLegacyQuote', 'Quote a stay and hold its nights', {
    query: { addCharges: true, createHoldBlock: true },
    body,
  });
  const timed = { ...body, arrival: `${stay.arrival}T16:00:00` };
  await call('createLegacyQuote', 'An arrival with a time', { body: timed }, { status: 400 });
  await call('testLegacyQuote', 'Nights that are taken', { body }, { status: 409 });
  const params = { id: made.id! };
  await call('listLegacyQuotes', 'Open quotes', { query: { status: 'open', propertyId: stay.property_id, limit: 1 } });
  await call('getLegacyQuote', 'One quote', { params });
  await call('getLegacyQuote', 'A quote that does not exist', { params: { id: 987654321 } }, { status: 404 });
  const change = { ...ofStay(later), adults: 4 };
  await call('testLegacyQuoteUpdate', 'Preview a change', { params, query: { addCharges: true }, body: change });
  await call('updateLegacyQuote', 'Change a quote', { params, query: { addCharges: true }, body: change });
  await call(
    'updateLegacyQuote',
    'A property that does not exist',
    { params, body: { propertyId: 987654321 } },
    { status: 400 },
  );
  await call('deleteLegacyQuote', 'Delete a quote', { params });
  await call('deleteLegacyQuote', 'A quote that was deleted already', { params }, { status: 404 });
}
