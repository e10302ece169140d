import type { Session } from '../visit/visit';

interface Entry {
  href: string;
  text: string;
  /** A sentence about the page, for the overview. */
  lead?: string;
  isForOwners?: true;
}

/** The pages in the navigation. Each area of pages (see page-areas.ts) adds its line here. */
const groups: readonly { title?: string; entries: readonly Entry[] }[] = [
  { entries: [{ href: '/portal', text: 'Overview' }] },
  {
    title: 'Stays',
    entries: [
      { href: '/portal/calendar', text: 'Availability', lead: 'Nights, rates and bookings of all properties.' },
      { href: '/portal/bookings', text: 'Bookings', lead: 'Each booking with its charges, payments and messages.' },
      { href: '/portal/quotes', text: 'Quotes', lead: 'Offers to guests, with an explanation of their prices.' },
    ],
  },
  {
    title: 'Developers',
    entries: [
      { href: '/portal/apps', text: 'Apps', lead: 'OAuth apps that this account has made.', isForOwners: true },
      { href: '/portal/tokens', text: 'Access tokens', lead: 'For programs that work for this account only.' },
      {
        href: '/portal/webhooks',
        text: 'Webhooks',
        lead: 'Subscriptions, and what was delivered to them.',
        isForOwners: true,
      },
      {
        href: '/portal/request-log',
        text: 'Request log',
        lead: 'The API requests of the last seven days, and their errors.',
        isForOwners: true,
      },
      { href: '/help/v2', text: 'Help', lead: 'How to call the API: guides, endpoints and errors.' },
      { href: '/portal/announcements', text: 'Announcements', lead: 'Changes of the API, with their dates.' },
    ],
  },
  {
    title: 'Account',
    entries: [
      { href: '/portal/authorized-apps', text: 'Authorized apps', lead: 'Apps that may use the data of this account.' },
      { href: '/portal/people', text: 'People', lead: 'Those who sign in, and what they may do.', isForOwners: true },
      { href: '/portal/profile', text: 'Your profile', lead: 'Your name, your password, your sessions.' },
    ],
  },
];

/** Returns the navigation of a person. Members do not see pages that are for owners only. */
export function navigationOf({ person }: Session): { title?: string; links: Entry[] }[] {
  return groups.map(({ title, entries }) => ({
    title,
    links: entries.filter(({ isForOwners }) => !isForOwners || person.role === 'owner'),
  }));
}
