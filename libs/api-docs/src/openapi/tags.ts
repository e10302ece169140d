/**
 * A tag for a group of operations. An operation has the tag if its path begins with one of the
 * prefixes.
 */
interface Tag {
  name: string;
  description: string;
  prefixes: readonly string[];
}

/**
 * The tags of the public operations, in the order in which documents list them. Prefixes do not
 * include the version.
 */
const publicTags: readonly Tag[] = [
  { name: 'Bookings', description: 'Stays of guests and owners, and blocked nights.', prefixes: ['bookings'] },
  { name: 'Quotes', description: 'Offers of stays with their prices, which guests can accept.', prefixes: ['quotes'] },
  {
    name: 'Properties',
    description: 'What is let, the search for it, and the listing sites where it is offered.',
    prefixes: ['properties', 'propertysearch', 'listing_sites'],
  },
  { name: 'Guests', description: 'The contacts of bookings.', prefixes: ['guests'] },
  { name: 'Owners', description: 'The owners of properties.', prefixes: ['owners'] },
  { name: 'Calendar', description: 'Availability, rates and rules of each night.', prefixes: ['calendar'] },
  { name: 'Rates', description: 'Seasons, and prices and rules of single nights.', prefixes: ['seasons', 'spotrates'] },
  {
    name: 'Surcharges and discounts',
    description: 'The definitions from which the charges of bookings and quotes are calculated.',
    prefixes: ['surcharges', 'discounts'],
  },
  {
    name: 'Messages',
    description: 'The messages of guest threads and their images.',
    prefixes: ['messages', 'attachments'],
  },
  {
    name: 'Money',
    description: 'Payments, refunds, fees and deposits. The API only reads them.',
    prefixes: ['payments', 'refunds', 'fees', 'deposits'],
  },
  {
    name: 'Webhooks',
    description: 'Subscriptions to changes, and their deliveries.',
    prefixes: ['webhooksubscriptions'],
  },
  { name: 'Events', description: 'The log of all changes of the last 30 days.', prefixes: ['events'] },
  {
    name: 'Tags and fields',
    description: 'Tags and custom fields of records, and their definitions.',
    prefixes: ['tags', 'fields', 'tagdefinitions', 'fielddefinitions'],
  },
  {
    name: 'OAuth',
    description: 'Tokens of apps, and the metadata of the authorization server.',
    prefixes: ['oauth', '.well-known'],
  },
  {
    name: 'Account',
    description: 'The user of the credentials, the log of requests, and announcements to developers.',
    prefixes: ['users', 'requestlog', 'announcements', 'announcements.atom'],
  },
];

/** Returns the tag of a public path. @throws Error if no tag has its prefix. */
export function publicTagOf(path: string): string {
  const resource = path.replace(/^\/v[12]\//, '/').split('/')[1]!;
  const tag = publicTags.find(({ prefixes }) => prefixes.includes(resource));
  if (!tag) throw new Error(`${path} has no tag in libs/api-docs/src/openapi/tags.ts`);
  return tag.name;
}

/** The tags that a document uses, with their descriptions. */
export function describeTags(used: ReadonlySet<string>): { name: string; description: string }[] {
  return publicTags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}
