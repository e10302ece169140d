import type { Contact } from '@keyhaven/contracts/booking/contact';

/**
 * The maximum number of search terms of one contact. One person has fewer names, e-mail addresses and telephone
 * numbers.
 */
const MAX_TERMS = 60;

type Named = Pick<Contact, 'first_name' | 'last_name' | 'email_addresses' | 'phones'> & { name?: string | null };

/**
 * The search terms of a contact: the words of its names, its e-mail addresses, and the digits of its telephone numbers.
 * A query matches the beginnings of these terms.
 */
export function searchTerms(contact: Named): string[] {
  const terms = [
    ...words(`${contact.name ?? ''} ${contact.first_name} ${contact.last_name}`),
    ...contact.email_addresses.map(({ address }) => address.toLowerCase().normalize('NFC')),
    ...contact.phones.map(({ number }) => number.replace(/\D/g, '')),
  ];
  return [...new Set(terms.filter((term) => term !== ''))].slice(0, MAX_TERMS);
}

/**
 * The ways to search for a query, each with its terms. A contact matches if in one of the ways each term is the
 * beginning of one of the search terms of the contact. A query of digits and punctuation, such as "24/7", is searched
 * as a telephone number and as words. Empty if the query contains no term.
 */
export function queryTerms(query: string): string[][] {
  const asWords = words(query);
  if (!/^[+\d\s()./-]+$/.test(query)) return asWords.length > 0 ? [asWords] : [];
  const digits = query.replace(/\D/g, '');
  if (digits === '') return [];
  return asWords.length === 1 && asWords[0] === digits ? [asWords] : [[digits], asWords];
}

/**
 * Returns the ways in which a search term can contain this term of a query. In lower case, a sigma at the end of a word
 * differs from a sigma that more letters follow.
 */
export function spellings(term: string): string[] {
  return /[σς]$/.test(term) ? ['σ', 'ς'].map((sigma) => term.slice(0, -1) + sigma) : [term];
}

function words(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFC')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
}
