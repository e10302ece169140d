import { queryTerms } from './search-terms';

describe('queryTerms', () => {
  it.each([
    ['Ada Love', [['ada', 'love']]],
    ['+44 1632 960', [['441632960'], ['+44', '1632', '960']]],
    ['24/7', [['247'], ['24/7']]],
    ['12.34', [['1234'], ['12.34']]],
    ['441632', [['441632']]],
    ['24/7 rentals', [['24/7', 'rentals']]],
  ])('searches %j as words, and also as a telephone number if it has only digits and punctuation', (query, ways) => {
    expect(queryTerms(query)).toEqual(ways);
  });

  it.each(['', ' ', '.', '()', ', ;', '+-'])('returns no terms for %j, which has no letters and no digits', (query) => {
    expect(queryTerms(query)).toEqual([]);
  });
});
