import type { Scenario } from '../scenario';
import { dayFromNow, findStays, type Stay } from './stays';

export async function callPrices(scenario: Scenario): Promise<void> {
  const { call } = scenario;
  const [{ property_id, arrival, departure }] = (await findStays(scenario, 1)) as [Stay];
  const range = { from: arrival, to: departure };
  await call('listCalendars', 'The nights of two properties', { query: { ...range, limit: 2 } }, { varies: true });
  const long = { from: dayFromNow(0), to: dayFromNow(120) };
  await call('listCalendars', 'More than 90 days', { query: long }, { status: 400 });
  await call('getCalendar', 'The nights of one property', { params: { property_id }, query: range }, { varies: true });
  await call(
    'getCalendar',
    'A property that does not exist',
    { params: { property_id: 987654321 }, query: range },
    { status: 404 },
  );
  const seasons = await call('listSeasons', 'The seasons of a property', { query: { property_id, limit: 2 } });
  await call('getSeason', 'One season', { params: { id: seasons.items[0]!.id } });
  await call('getSeason', 'A season that does not exist', { params: { id: 987654321 } }, { status: 404 });

  const night = { property_id, date: arrival, currency: 'USD' };
  await call('updateSpotRates', 'Set the price and the minimum stay of a night', {
    body: { rates: [{ ...night, amount: 245, min_nights: 3 }] },
  });
  await call(
    'updateSpotRates',
    'A currency that is not the property’s',
    // No property of the demo account has this currency.
    { body: { rates: [{ ...night, currency: 'ISK', amount: 245 }] } },
    { status: 400 },
  );
  const { currency: _none, ...withoutCurrency } = night;
  await call(
    'updateSpotRates',
    'A rate without its currency',
    { body: { rates: [{ ...withoutCurrency, amount: 245 }] } },
    { status: 400 },
  );
  await call('listSpotRates', 'What is set for single nights', {
    query: { property_ids: property_id, from: arrival, to: arrival },
  });
  await call('updateSpotRates', 'Clear what is set for a night', {
    body: { rates: [{ ...night, amount: null, min_nights: null }] },
  });
}
