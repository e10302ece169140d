/**
 * The guides in the order in which the navigation shows them. A test checks that every document for integrators is
 * listed.
 */
export const guideGroups = [
  { title: 'Begin', guides: ['start', 'authentication', 'oauth', 'client', 'command-line', 'portal'] },
  {
    title: 'Conventions',
    guides: ['paging', 'filters', 'errors', 'idempotency', 'dry-runs', 'limits', 'versions', 'changes'],
  },
  { title: 'Receive changes', guides: ['webhooks', 'webhook-signatures', 'events', 'request-log'] },
  {
    title: 'Records',
    guides: [
      'bookings',
      'properties',
      'calendar',
      'quotes',
      'prices',
      'surcharges-and-discounts',
      'money',
      'messages',
      'guests-and-owners',
      'tags-and-fields',
    ],
  },
] as const;
