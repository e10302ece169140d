import type { Ids } from '../../testing/client-rows';
import { dates, type PlatformForClients } from '../../testing/platform-for-clients';

const { free: night, freeUntil: other, arrival, departure } = dates;

/** Tests programs that set prices and quote stays. */
export function describePrices(platform: () => PlatformForClients): void {
  describe('a program that sets spot rates', () => {
    const read = async () => {
      const { call, ids } = platform();
      const query = `property_id=${ids.secondProperty}&from=${night}&to=${other}`;
      return (await call(`/v2/spotrates?${query}`)).body.items;
    };
    const send = async (rates: object[], isBare: boolean) =>
      platform().call('/v2/spotrates/', { method: 'PATCH', body: isBare ? rates : { rates } });
    const of = (ids: Ids, date: string, more: object) => ({
      property_id: String(ids.secondProperty),
      date,
      currency: 'USD',
      ...more,
    });

    it.each([
      ['a bare array', true, 'T00:00:00.000Z'],
      ['an object', false, 'T00:00:00'],
    ])('can set prices and rules with %s of rates, and remove them with null', async (_form, isBare, zero) => {
      const { ids } = platform();
      const rules = { min_nights: 2, is_arrival_disallowed: true, is_departure_disallowed: false };
      const rates = [of(ids, night + zero, { amount: 250, ...rules }), of(ids, other + zero, { amount: 99.5 })];
      const shown = [
        { property_id: ids.secondProperty, date: night, amount: 250, ...rules },
        { property_id: ids.secondProperty, date: other, amount: 99.5 },
      ];
      const { status, body } = await send(rates, isBare);
      expect([status, body]).toMatchObject([200, { items: shown, count: 2, next_page_url: null }]);
      expect(await read()).toEqual(shown);
      const cleared = await send([of(ids, night, { amount: null }), of(ids, other, { amount: null })], isBare);
      expect([cleared.status, await read()]).toEqual([200, [{ ...shown[0], amount: null }]]);
      const none = { amount: null, min_nights: null, is_arrival_disallowed: null, is_departure_disallowed: null };
      expect((await send([of(ids, night, none)], isBare)).status).toBe(200);
      expect(await read()).toEqual([]);
    });
  });

  describe('a program that quotes stays', () => {
    const base = () => ({ property_id: String(platform().ids.secondProperty), adults: 2, children: 1 });

    it('previews, creates, changes and deletes a quote', async () => {
      const { call } = platform();
      const body = { ...base(), arrival: night, departure: other };
      const preview = await call('/v2/quotes', { method: 'POST', body: { ...body, test: true } });
      expect([preview.status, preview.body]).toMatchObject([200, { id: null, payment_form: null }]);
      const made = await call('/v2/quotes', { method: 'POST', body });
      expect([made.status, made.body]).toMatchObject([200, { arrival: night, charges: preview.body.charges }]);
      const target = `/v2/quotes/${made.body.id}`;
      const changed = await call(target, { method: 'PATCH', body: { infants: '1' } });
      expect([changed.status, changed.body]).toMatchObject([200, { infants: 1, children: 1 }]);
      expect([(await call(target, { method: 'DELETE' })).status, (await call(target)).status]).toEqual([204, 404]);
    });

    it('gets a 400 with the rule that a stay breaks, and a 409 with the taken night', async () => {
      const { call, ids } = platform();
      const quote = (stay: object) => call('/v2/quotes', { method: 'POST', body: { ...base(), ...stay } });
      const short = await quote({ property_id: ids.property, arrival: dates.date, departure: dates.after });
      expect([short.status, short.body.messages.join()]).toEqual([
        400,
        expect.stringContaining('A minimum of 3 nights is required'),
      ]);
      const crowd = await quote({ arrival: night, departure: other, adults: 9 });
      expect([crowd.status, crowd.body.messages.join()]).toEqual([400, expect.stringContaining('6')]);
      const taken = await quote({ arrival, departure });
      expect([taken.status, taken.body.messages.join()]).toEqual([409, expect.stringContaining(arrival)]);
    });
  });
}
