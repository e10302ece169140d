import type { Contact } from '@keyhaven/contracts/booking/contact';
import { foldedText } from '@keyhaven/stays/folded-text';

/**
 * The maximum number of search terms of one contact. One person has fewer names, e-mail addresses and telephone
 * numbers.
 */
const MAX_TERMS = 60;

type Named = Pick<Contact, 'first_name' | 'last_name' | 'email_addresses' | 'phones'> & { name?: string | null };

/**
 * The search terms of a contact: the words of its names, its e-mail addresses, and the digits of its telephone numbers.
 * A query matches the beginnings of these terms. Words and addresses are in lower case. If the case-folded form of a
 * word differs (`gross` for `groß`), this form is a term too.
 */
export function searchTerms(contact: Named): string[] {
  const terms = [
    ...words(`${contact.name ?? ''} ${contact.first_name} ${contact.last_name}`),
    ...contact.email_addresses.map(({ address }) => address.toLowerCase().normalize('NFC')),
    ...contact.phones.map(({ number }) => digitsOf(number)),
  ];
  // The folded terms come last, so if there are too many terms, the folded terms are left out first.
  const all = new Set([...terms, ...terms.map(foldedText)]);
  return [...all].filter((term) => term !== '').slice(0, MAX_TERMS);
}

/**
 * The ways to search for a query, each with its terms. A contact matches a way if each term of the way is the beginning
 * of a search term of the contact. One matching way is enough. A query of digits and punctuation, such as "24/7", is
 * searched as a telephone number and as words. Empty if the query contains no term.
 */
export function queryTerms(query: string): string[][] {
  const asWords = words(query);
  // NFKC turns full-width characters into ASCII. Copied telephone numbers often contain direction marks.
  const plain = query.normalize('NFKC').replace(/\p{Bidi_Control}/gu, '');
  // U+2212 is the minus sign.
  if (!/^[+\p{Nd}\s()./\p{Pd}\u2212]+$/u.test(plain)) return asWords.length > 0 ? [asWords] : [];
  const digits = digitsOf(plain);
  if (digits === '') return [];
  return asWords.length === 1 && asWords[0] === digits ? [asWords] : [[digits], asWords];
}

/**
 * Returns the spellings of a query's term that search terms can have: case-folded, and in lower case, because contacts
 * that an earlier release stored have no folded terms. In lower case, a sigma at the end of a word differs from a sigma
 * that more letters follow.
 */
export function spellings(term: string): string[] {
  const inLowerCase = /[σς]$/.test(term) ? ['σ', 'ς'].map((sigma) => term.slice(0, -1) + sigma) : [term];
  return [...new Set([...inLowerCase, foldedText(term)])];
}

function words(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFC')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
}

/** The decimal digits in a text, of any script, as ASCII digits. */
function digitsOf(text: string): string {
  return (text.match(/\p{Nd}/gu) ?? []).map(valueOfDigit).join('');
}

/**
 * The value of a decimal digit of any script. In Unicode, the ten digits of a script are consecutive, and the ten
 * digits of another style may directly precede them. So the value is the number of preceding digits, modulo 10.
 */
function valueOfDigit(digit: string): number {
  let preceding = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - preceding - 1))) preceding++;
  return preceding % 10;
}
