import type { GuestBody } from '../../store/guest.model';

/** The most terms of one guest: enough for all names and numbers that a person has. */
const MAX_TERMS = 60;

/** The terms by whose beginnings a guest is found: words of the name, e-mail addresses, and digits of numbers. */
export function searchTerms(
  guest: Pick<GuestBody, 'first_name' | 'last_name' | 'email_addresses' | 'phones'>,
): string[] {
  const terms = [
    ...words(`${guest.first_name} ${guest.last_name}`),
    ...guest.email_addresses.map(({ address }) => address.toLowerCase()),
    ...guest.phones.map(({ number }) => number.replace(/\D/g, '')),
  ];
  return [...new Set(terms.filter((term) => term !== ''))].slice(0, MAX_TERMS);
}

/** The terms of a query: each must be the beginning of one of the guest's. */
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
