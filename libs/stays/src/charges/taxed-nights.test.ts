import { taxedNights } from './taxed-nights';
import { stayOf, tax } from './worked-examples/example';

/** A stay with the nights 2026-07-06, 2026-07-07 and 2026-07-08. */
const stay = stayOf();
const owedFor = (terms: Parameters<typeof tax>[0]) => taxedNights(tax(terms), stay);

describe('taxedNights', () => {
  it('returns the nights that are within the tax dates and among the first max_nights nights of the stay', () => {
    const nights = owedFor({ id: 1, max_nights: 2, valid_from: '2026-07-07', valid_to: '2026-07-31' });
    expect(nights).toEqual({ applies: true, dates: new Set(['2026-07-07']) });
  });

  it('gives max_nights as the reason for no tax if the tax dates begin after the first max_nights nights', () => {
    expect(owedFor({ id: 1, max_nights: 2, valid_from: '2026-07-08' })).toEqual({
      applies: false,
      field: 'max_nights',
      reason: 'it is owed for the first 2 nights only; its dates, from 2026-07-08 on, are later',
    });
    expect(owedFor({ id: 1, max_nights: 1, valid_from: '2026-07-07', valid_to: '2026-07-07' })).toMatchObject({
      field: 'max_nights',
      reason: 'it is owed for the first 1 night only; its dates, 2026-07-07 to 2026-07-07, are later',
    });
  });

  it('gives valid_from or valid_to as the reason for no tax if no night is within the tax dates', () => {
    expect(owedFor({ id: 1, max_nights: 2, valid_from: '2026-07-09' })).toMatchObject({
      field: 'valid_from',
      reason: 'it is owed for nights from 2026-07-09 on; the stay has none',
    });
    expect(owedFor({ id: 1, valid_from: '2026-01-01', valid_to: '2026-07-05' })).toMatchObject({
      field: 'valid_to',
      reason: 'it is owed for nights 2026-01-01 to 2026-07-05; the stay has none',
    });
  });
});
