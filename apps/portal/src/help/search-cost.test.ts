import MiniSearch from 'minisearch';
import { readLibrary } from './help-library';
import { indexPages } from './search-index';

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' ');
const misspelt = 'subscriptoin authorizatoin notificatoin idempotancy availabilty reservatoins cancelation propertise';

describe('the cost of a search in the help pages', () => {
  const find = indexPages(readLibrary().pages);
  const search = jest.spyOn(MiniSearch.prototype, 'search');
  beforeEach(() => search.mockClear());
  afterAll(() => search.mockRestore());

  /**
   * Runs a query. Returns how often and for which words the index was searched, and how many words of the index
   * matched.
   */
  function costOf(query: string) {
    find(query);
    const results = search.mock.results.flatMap(({ value }) => value as ReturnType<MiniSearch['search']>);
    return {
      searches: search.mock.calls.length,
      searched: search.mock.calls.flatMap(([words]) => (words as string).split(' ')),
      counted: new Set(results.flatMap(({ terms }) => terms)).size,
    };
  }

  it('is one search of the index, for at most eight different words of the query', () => {
    expect(costOf(`${'and '.repeat(20)}${letters}`)).toMatchObject({
      searches: 1,
      searched: ['and', 'a', 'b', 'c', 'd', 'e', 'f', 'g'],
    });
  });

  it('stays small for single letters, although many words of the help pages begin with them', () => {
    expect(costOf(letters).counted).toBeLessThanOrEqual(8);
  });

  it('stays small for the most frequent word beginnings, and for words with typing errors', () => {
    expect(costOf('con com pro sta res rep exp ref').counted).toBeLessThan(400);
    search.mockClear();
    expect(costOf(misspelt)).toMatchObject({ searches: 1 });
    expect(costOf(misspelt).counted).toBeLessThan(100);
  });

  it('is zero for a query without words', () => {
    expect(find(' ;-) ')).toEqual([]);
    expect(search).not.toHaveBeenCalled();
  });
});

it('a search for a word that exists finds no similar words, but a search for a misspelled word does', () => {
  const passage = { title: 'Page', path: '/help/v2/page', section: 'guides', summary: '' } as const;
  const find = indexPages([
    { ...passage, path: '/help/v2/one', markdown: '# One\n\nAbout rounding.' },
    { ...passage, path: '/help/v2/two', markdown: '# Two\n\nAbout grounding.' },
  ]);
  const addressesOf = (query: string) => find(query).map(({ address }) => address);
  expect(addressesOf('rounding')).toEqual(['/help/v2/one']);
  expect(addressesOf('roundin')).toEqual(['/help/v2/one']);
  expect(addressesOf('ruonding')).toEqual([]);
  expect(addressesOf('raunding')).toEqual(['/help/v2/one']);
  expect(addressesOf('about rounding')).toEqual(['/help/v2/one']);
});
