import { describeChange } from './describe-change';

const formats = { timeZone: 'Europe/Rome', currencyCode: 'EUR' };
const event = (entity: Record<string, unknown>, action = 'entity_update') => ({
  id: '01890a5d-ac96-474b-bcce-b302099a8057',
  user_id: 42,
  action,
  entity_type: 'booking',
  entity_id: 81,
  categories: ['dates', 'charge'],
  entity,
  occurred_utc: '2030-07-01T10:00:00.000Z',
  version: 2,
});
const changeOf = (was: Record<string, unknown>, is: Record<string, unknown>) =>
  describeChange(event(is), event(was), formats);

describe('describeChange', () => {
  it('lists the fields that differ, with the values before and after', () => {
    const guest = { id: 5, first_name: 'Bo', last_name: 'Chen' };
    const was = { arrival: '2040-07-03', total_paid: 0, tags: [], guest: null, has_problem: true, updated_utc: 'a' };
    const is = { arrival: '2040-07-04', total_paid: 150, tags: ['vip'], guest, has_problem: false, updated_utc: 'b' };
    expect(changeOf(was, is)).toEqual({
      what: 'Changed',
      details: [
        'Arrival: 2040-07-03 → 2040-07-04',
        'Total paid: 0,00\u00a0EUR → 150,00\u00a0EUR',
        'Tags: none → vip',
        'Guest: none → Bo Chen',
        'Has problem: yes → no',
      ],
    });
  });

  it('shows a field without its values if these have no short form, and truncates long texts', () => {
    const [charges, notes] = changeOf(
      { charges: [{ amount: 1 }], notes: null },
      { charges: [{ amount: 2 }], notes: 'x'.repeat(200) },
    ).details;
    expect(charges).toBe('Charges changed');
    expect(notes).toBe(`Notes: none → ${'x'.repeat(79)}…`);
  });

  it.each([
    ['Canceled', 'active', 'canceled'],
    ['Confirmed', 'pending', 'active'],
    ['Changed', 'canceled', 'active'],
  ])('returns “%s” if the status changed from %s to %s', (what, was, is) => {
    expect(changeOf({ status: was }, { status: is })).toEqual({ what, details: [`Status: ${was} → ${is}`] });
  });

  it('lists only the categories of the change if the previous event is missing', () => {
    expect(describeChange(event({}), undefined, formats).details).toEqual(['Kinds of data: dates, charge']);
    expect(describeChange(event({}, 'entity_create'), undefined, formats)).toEqual({ what: 'Created', details: [] });
  });
});
