import { quoteName } from './quote-name';

describe('the name of a quote', () => {
  it.each([
    ['2027-07-02', '2027-07-09', 'The Garden Room, 2–9 July 2027'],
    ['2027-06-28', '2027-07-03', 'The Garden Room, 28 June – 3 July 2027'],
    ['2027-12-30', '2028-01-02', 'The Garden Room, 30 December 2027 – 2 January 2028'],
    ['2027-07-02', '2028-07-09', 'The Garden Room, 2 July 2027 – 9 July 2028'],
    ['2028-02-28', '2028-02-29', 'The Garden Room, 28–29 February 2028'],
  ])('shows the dates %s to %s as in %s', (arrival, departure, name) => {
    expect(quoteName('The Garden Room', { arrival, departure })).toBe(name);
  });
});
