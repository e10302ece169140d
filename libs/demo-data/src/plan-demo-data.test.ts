import { operatorBookingCreation } from '@keyhaven/contracts/booking/booking-input';
import { guestCreation } from '@keyhaven/contracts/booking/guest';
import { listingSiteCreation } from '@keyhaven/contracts/booking/listing-site';
import { ownerCreation } from '@keyhaven/contracts/booking/owner';
import { propertyCreation } from '@keyhaven/contracts/booking/property-input';
import { discountCreation, surchargeCreation } from '@keyhaven/contracts/fees/definition-input';
import { taxCreation } from '@keyhaven/contracts/fees/tax';
import { dateOfDay } from '@keyhaven/stays/calendar-date';
import { currencyDigits } from '@keyhaven/stays/money';
import fc from 'fast-check';
import { times } from '@keyhaven/testing/sample';
import { planDemoData } from './plan-demo-data';
import { firstDays, leapDay, planOf } from './testing/plans';

const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

describe.each(firstDays)('the demo plan with the first day %s', (firstDay) => {
  const plan = planOf(firstDay);

  it('is always the same', () => {
    expect(planDemoData(firstDay)).toEqual(plan);
  });

  it('contains only records that the contracts accept', () => {
    for (const { body } of plan.listingSites) listingSiteCreation.parse(body);
    for (const { body } of plan.guests) guestCreation.parse(body);
    for (const { body } of plan.owners) ownerCreation.parse(body);
    for (const { body } of plan.properties) propertyCreation.parse({ ...body, owner_id: 1 });
    for (const { body } of plan.bookings) {
      operatorBookingCreation.parse({ ...body, property_id: 1, guest_id: null, listing_site_id: null });
    }
    for (const { body } of plan.surcharges) surchargeCreation.parse(body);
    for (const { body } of plan.discounts) discountCreation.parse(body);
    for (const { body } of plan.taxes) taxCreation.parse({ ...body, property_id: 1 });
  });

  it('contains no fields that a contract would ignore', () => {
    const names = (schema: { shape: object }) => new Set(Object.keys(schema.shape));
    const unknown = (records: readonly { body: object }[], known: Set<string>) =>
      records.flatMap(({ body }) => Object.keys(body).filter((name) => !known.has(name)));
    expect(unknown(plan.bookings, names(operatorBookingCreation))).toEqual([]);
    expect(unknown(plan.properties, names(propertyCreation))).toEqual([]);
    expect(unknown(plan.guests, names(guestCreation))).toEqual([]);
    expect(unknown(plan.owners, names(ownerCreation))).toEqual([]);
    expect(unknown(plan.listingSites, names(listingSiteCreation))).toEqual([]);
    expect(unknown(plan.surcharges, names(surchargeCreation))).toEqual([]);
    expect(unknown(plan.discounts, names(discountCreation))).toEqual([]);
    expect(unknown(plan.taxes, names(taxCreation))).toEqual([]);
  });

  it('uses each key, name, e-mail address and reservation number only once', () => {
    const { listingSites, guests, properties, bookings, surcharges, discounts, taxes } = plan;
    for (const records of [listingSites, guests, properties, bookings, surcharges, discounts, taxes]) {
      expect(repeated(records.map(({ key }) => key))).toEqual([]);
    }
    expect(repeated(plan.guests.map(({ body }) => `${body.first_name} ${body.last_name}`))).toEqual([]);
    expect(
      repeated(plan.guests.flatMap(({ body }) => body.email_addresses?.map(({ address }) => address) ?? [])),
    ).toEqual([]);
    expect(repeated(plan.properties.map(({ body }) => body.name))).toEqual([]);
    expect(repeated(plan.properties.map(({ body }) => String(body.internal_code)))).toEqual([]);
    const channels = plan.bookings.flatMap(({ body }) => body.channel ?? []);
    expect(repeated(channels.map((channel) => channel.platform_reservation_number))).toEqual([]);
    expect(repeated(channels.map((channel) => String(channel.platform_email_address)))).toEqual([]);
  });

  it('refers only to records in the plan, and only to active listing sites', () => {
    const keys = (records: readonly { key: string }[]) => new Set<string | null>(records.map(({ key }) => key));
    const [guests, owners, properties] = [keys(plan.guests), keys(plan.owners), keys(plan.properties)];
    const sites = keys(plan.listingSites.filter(({ body }) => body.active !== false));
    expect(plan.properties.filter(({ owner }) => owner !== null && !owners.has(owner))).toEqual([]);
    expect(plan.properties.filter(({ partOf }) => partOf !== null && !properties.has(partOf))).toEqual([]);
    expect(plan.bookings.filter(({ property }) => !properties.has(property))).toEqual([]);
    expect(plan.bookings.filter(({ guest }) => guest !== null && !guests.has(guest))).toEqual([]);
    expect(plan.bookings.filter(({ listingSite }) => listingSite !== null && !sites.has(listingSite))).toEqual([]);
    const scopes = [...plan.surcharges, ...plan.discounts];
    expect(scopes.flatMap((scope) => scope.properties.filter((key) => !properties.has(key)))).toEqual([]);
    expect(scopes.flatMap((scope) => scope.listingSites.filter((key) => !sites.has(key)))).toEqual([]);
    expect(plan.taxes.filter(({ property }) => !properties.has(property))).toEqual([]);
    expect(plan.taxes.flatMap(({ remittedBy }) => remittedBy.filter((key) => !sites.has(key)))).toEqual([]);
  });

  it('contains e-mail and web addresses only at example.com', () => {
    const { listingSites: _sites, ...others } = plan;
    const text = JSON.stringify(others);
    const emails = text.match(/[^"\s@]+@[^"\s@]+/g) ?? [];
    expect(emails.length).toBeGreaterThan(1000);
    expect(emails.filter((address) => !/^[a-z0-9.-]+@example\.com$/.test(address))).toEqual([]);
    const links = text.match(/https?:[^"\s]*/g) ?? [];
    expect(links.length).toBeGreaterThan(300);
    expect(links.filter((link) => !link.startsWith('https://example.com/'))).toEqual([]);
  });
});

describe('the demo properties', () => {
  const { properties } = planOf(leapDay);

  it('are in at least ten time zones, and have currencies with 0, 2 and 3 decimals', () => {
    expect(properties.length).toBeGreaterThanOrEqual(25);
    expect(new Set(properties.map(({ body }) => body.time_zone)).size).toBeGreaterThanOrEqual(10);
    const currencies = new Set(properties.map(({ body }) => String(body.currency_code)));
    for (const code of ['JPY', 'EUR', 'USD', 'GBP', 'KWD']) expect(currencies).toContain(code);
    expect(new Set([...currencies].map(currencyDigits))).toEqual(new Set([0, 2, 3]));
  });

  it('include a snoozed and an inactive property, a house with rooms, and at least eight property types', () => {
    expect(properties.filter(({ body }) => body.is_snoozed)).toHaveLength(1);
    expect(properties.filter(({ body }) => body.active === false)).toHaveLength(1);
    const rooms = properties.filter(({ partOf }) => partOf !== null);
    expect(rooms.length).toBeGreaterThanOrEqual(2);
    expect(new Set(properties.map(({ body }) => body.property_type)).size).toBeGreaterThanOrEqual(8);
  });

  it('have a value for every field of the contract', () => {
    const fields = Object.keys(propertyCreation.shape).filter((name) => name !== 'owner_id');
    for (const { body } of properties) expect(Object.keys(body).sort()).toEqual([...fields].sort());
  });

  it('have coordinates that fit their time zones', () => {
    for (const { key, body } of properties) {
      const noon = new Date('2026-01-15T12:00:00Z');
      const hour = Number(
        new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: body.time_zone! }).format(noon),
      );
      const ahead = ((hour - 12 + 36) % 24) - 12;
      const bySun = Math.round(body.longitude! / 15);
      const difference = Math.abs(((ahead - bySun + 36) % 24) - 12);
      expect([key, difference <= 2]).toEqual([key, true]);
    }
  });

  it('have at most three guests per bedroom, and a commission if and only if they have an owner', () => {
    for (const { owner, body } of properties) {
      expect(Number(body.max_guests)).toBeLessThanOrEqual(Number(body.bedrooms) * 3);
      expect(owner === null).toBe(body.owner_commission_percent === null);
    }
  });
});

describe('planDemoData', () => {
  it('does not run out of names, keys and reservation numbers for any first day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 19_000, max: 30_000 }), (day) => {
        const plan = planDemoData(dateOfDay(day));
        expect(new Set(plan.bookings.map(({ key }) => key)).size).toBe(plan.bookings.length);
        const numbers = plan.bookings.flatMap(({ body }) => body.channel?.platform_reservation_number ?? []);
        expect(new Set(numbers).size).toBe(numbers.length);
      }),
      { numRuns: times(20, 3) },
    );
  });

  it.each(['2026-02-30', '2026-1-1', 'today', ''])('refuses %j as a first day', (text) => {
    expect(() => planDemoData(text)).toThrow('is not a calendar date');
  });
});
