import { queryTerms, searchTerms, spellings } from './search-terms';

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

  it.each([
    ['01632‑960', 'U+2011, a hyphen that is not ASCII'],
    ['01632–960', 'U+2013, a dash that is not ASCII'],
    ['01632−960', 'the minus sign'],
    ['\u202a01632 960\u202c', 'direction marks around the number'],
    ['０１６３２－９６０', 'full-width characters'],
    ['＋（０１６３２）９６０', 'full-width punctuation'],
    ['٠١٦٣٢ ٩٦٠', 'Arabic digits'],
    ['۰۱۶۳۲ ۹۶۰', 'Persian digits'],
    ['𝟶𝟷𝟼𝟹𝟸 𝟿𝟼𝟶', 'mathematical digits'],
  ])('searches %j as a telephone number (%s)', (query) => {
    expect(queryTerms(query)[0]).toEqual(['01632960']);
  });

  it('searches non-ASCII digits both as a telephone number and as words', () => {
    expect(queryTerms('٢٤/٧')).toEqual([['247'], ['٢٤/٧']]);
    expect(queryTerms('②')).toEqual([['2'], ['②']]);
  });
});

describe('searchTerms', () => {
  const nobody = { first_name: '', last_name: '', email_addresses: [], phones: [] };
  const entry = { id: 1, is_default: true, type: null };

  it.each([
    ['+44 (0)1632 960', '4401632960'],
    ['０９０－１２３４－５６７８', '09012345678'],
    ['\u200e+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '966501234567'],
    ['०९८७६५४३२१', '0987654321'],
    ['𝟢𝟣𝟤𝟥𝟦𝟧𝟨𝟩𝟪𝟫', '0123456789'],
    ['ext.', undefined],
  ])('contain the digits, if any, of the telephone number %s as ASCII digits', (number, digits) => {
    const phones = [{ ...entry, number, extension: null }];
    expect(searchTerms({ ...nobody, phones })).toEqual(digits === undefined ? [] : [digits]);
  });

  it.each([
    ['İbrahim', ['ibrahim', 'İBRAHİM', 'IBRAHIM', 'i̇brahim']],
    ['Işıl', ['ışıl', 'IŞIL', 'işil']],
    ['Groß', ['gross', 'GROSS', 'GROẞ', 'gro']],
    ['GROẞ', ['gross', 'groß']],
    ['GROSS', ['Groß']],
    ['Ναός', ['ΝΑΌΣ', 'ναόσ', 'ΝΑ']],
  ])('contain the name %s so that it is found regardless of case', (last_name, queries) => {
    const terms = searchTerms({ ...nobody, last_name });
    const finds = (query: string) =>
      queryTerms(query)[0]!.every((word) => spellings(word).some((one) => terms.some((term) => term.startsWith(one))));
    expect(queries.filter((query) => !finds(query))).toEqual([]);
  });

  it('contain e-mail addresses so that they are found regardless of case', () => {
    const email_addresses = [{ ...entry, address: 'İbrahim@straße.example' }];
    expect(searchTerms({ ...nobody, email_addresses })).toContain('ibrahim@strasse.example');
  });

  it('contain the telephone number even if the two spellings of each name exceed the limit of terms', () => {
    const names = Array.from({ length: 50 }, (_, index) => `groß${index}`).join(' ');
    const phones = [{ ...entry, number: '01632 960', extension: null }];
    expect(searchTerms({ ...nobody, first_name: names, phones })).toContain('01632960');
  });
});

describe('spellings', () => {
  it('contain the spelling in lower case, which is the only search term of a name that an earlier release stored', () => {
    expect(spellings('groß')).toEqual(['groß', 'gross']);
    expect(spellings('παπας').sort()).toEqual(['παπας', 'παπασ'].sort());
    expect(spellings('love')).toEqual(['love']);
  });
});
