import type { Guest } from '@keyhaven/contracts/booking/guest';

/** The most terms of one guest: enough for all names and numbers of a person. */
const MAX_TERMS = 60;

/** The terms whose prefixes find a guest: words of the name, e-mail addresses, and digits of numbers. */
export function searchTerms(guest: Pick<Guest, 'first_name' | 'last_name' | 'email_addresses' | 'phones'>): string[] {
  const terms = [
    ...words(`${guest.first_name} ${guest.last_name}`),
    ...guest.email_addresses.map(({ address }) => address.toLowerCase()),
    ...guest.phones.map(({ number }) => number.replace(/\D/g, '')),
  ];
  return [...new Set(terms.filter((term) => term !== ''))].slice(0, MAX_TERMS);
}

/** The terms of a query: each must be a prefix of one of the guest's terms. */
export function queryTerms(query: string): string[] {
  return /^[+\d\s()./-]+$/.test(query) ? [query.replace(/\D/g, '')].filter((term) => term !== '') : words(query);
}

function words(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFC')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
}
