import { quoteStatuses } from '@keyhaven/contracts/booking/quote';
import { quoteCreation } from '@keyhaven/contracts/booking/quote-input';
import { spotRatesPatch } from '@keyhaven/contracts/pricing/spot-rate';
import { addDays } from '@keyhaven/stays/calendar-date';
import { fromMinor, toMinor } from '@keyhaven/stays/money';
import { portfolio } from './plan/portfolio';
import { firstDays, planOf, takenNights } from './testing/plans';

/** Checks what the demo must contain, beyond what the tests of the individual plans check. */
describe.each(firstDays)('the demo with the first day %s', (firstDay) => {
  const plan = planOf(firstDay);
  const taken = takenNights(plan);
  const isTaken = (property: string, date: string) => taken.has(`${property} ${date}`);
  const soon = Array.from({ length: 90 }, (_, day) => addDays(firstDay, day));
  const pricingOf = (key: string) => plan.propertyPricing.find((one) => one.key === key)!.body;

  it('contains a required gap after a stay, and an orphan night, in the next 90 days', () => {
    const emptyAfterStay = plan.properties
      .filter(({ body }) => body.active !== false && body.is_snoozed !== true)
      .flatMap(({ key }) =>
        soon
          .filter((date) => isTaken(key, addDays(date, -1)) && !isTaken(key, date))
          .map((date) => ({ key, isSingle: isTaken(key, addDays(date, 1)) })),
      );
    expect(emptyAfterStay.some(({ key }) => Number(pricingOf(key).required_gap_after) > 0)).toBe(true);
    const orphans = emptyAfterStay.filter(({ key, isSingle }) => {
      const { rules, required_gap_before, required_gap_after } = pricingOf(key);
      return isSingle && Number(rules?.min_nights) > 1 && required_gap_before === 0 && required_gap_after === 0;
    });
    expect(orphans.length).toBeGreaterThan(0);
  });

  it('contains quotes of every status, and a hold that expires tomorrow', () => {
    const statuses = plan.quotes.map(({ fate }) => (fate === 'held' ? 'open' : fate));
    expect(new Set(statuses)).toEqual(new Set(quoteStatuses));
    for (const { body, fate } of plan.quotes) {
      const sent = quoteCreation.parse({ ...body, property_id: 1, guest_id: null });
      // The hold of a quote without an expiry time ends after one day.
      expect([sent.hold_dates, sent.expires_utc]).toEqual([fate === 'held', undefined]);
    }
    const stays = plan.quotes.map(({ property, body }) => ({ property, arrival: String(body.arrival) }));
    expect(stays.filter(({ property, arrival }) => isTaken(property, arrival))).toEqual([]);
    expect(new Set(stays.map(({ property }) => property)).size).toBe(stays.length);
  });

  it('contains spot rates that raise prices for special events, and spot rates that reduce prices for empty nights', () => {
    const usual = (property: string) => pricingOf(property).default_rate!.amount;
    for (const { property, body } of plan.spotRates) {
      const currency = portfolio.find(({ key }) => key === property)!.body.currency_code;
      const { rates, faults } = spotRatesPatch.parse(body.map((rate) => ({ ...rate, property_id: 1 })));
      expect([rates.length > 0, faults]).toEqual([true, []]);
      for (const { rate } of rates) {
        expect([rate.currency, rate.date >= firstDay]).toEqual([currency, true]);
        expect(fromMinor(toMinor(rate.amount!, currency), currency)).toBe(rate.amount);
      }
    }
    const reduced = plan.spotRates.filter(({ key }) => key.startsWith('last-minute'));
    expect(reduced.length).toBeGreaterThan(0);
    for (const { property, body } of reduced) {
      for (const { date, amount } of body)
        expect([isTaken(property, date), amount! < usual(property)]).toEqual([false, true]);
    }
    const dearer = plan.spotRates.filter(({ key }) => !key.startsWith('last-minute'));
    expect(dearer.map(({ key }) => key)).toEqual(['festival', 'new-year']);
    for (const { property, body } of dearer)
      for (const { amount } of body) expect(amount).toBeGreaterThan(usual(property));
  });

  it('contains threads of 3 to 12 messages, with a draft, an image, and a removed message', () => {
    const sizes = plan.threads.map(({ key }) => plan.messages.filter(({ thread }) => thread === key).length);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(12);
    expect(plan.messages.filter(({ body }) => body.is_draft)).toHaveLength(1);
    expect(plan.messages.filter(({ body }) => (body.attachments ?? []).length > 0)).toHaveLength(1);
    expect(plan.messages.filter(({ isRemoved }) => isRemoved)).toHaveLength(1);
    for (const { body } of plan.messages) expect(body.date_utc! < `${firstDay}T00:00:00Z`).toBe(true);
  });

  it('contains no names of properties or guests that look like test data', () => {
    for (const { body } of plan.properties) expect(body.name).not.toMatch(/property|test|demo|\d/i);
    for (const { body } of plan.guests)
      expect(`${body.first_name} ${body.last_name}`).not.toMatch(/guest|test|demo|\d/i);
  });
});
