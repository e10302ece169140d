import { z } from 'zod';
import { removedParameter, text, wholeNumberInput, wordListInput } from '../shared/inputs';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../shared/paging';
import { type SubscriptionType, typeNames, typeOfWord } from './categories';
import { MAX_CURSOR } from './cursor';
import { webhookPayload } from './delivery';

/**
 * The types of events in the event log: every subscription type except `none`, which receives no
 * changes.
 */
export const eventTypes = typeNames.filter((type) => type !== 'none') as [
  Exclude<SubscriptionType, 'none'>,
  ...Exclude<SubscriptionType, 'none'>[],
];

/** How long the log keeps an event, in days. */
export const LOG_KEPT_DAYS = 30;
/** The longest time that a request waits for an event, in seconds. */
export const MAX_WAIT_SECONDS = 30;
/** A client sends this word instead of a cursor to start at the end of the log. */
export const LATEST = 'latest';

const cursor = z.string().meta({ example: 'MS4wLjQ3MTEuMTI4LjE3OTM0MDAwMDAuYWJjZGVmZ2g' });

export const loggedEvent = webhookPayload
  .extend({ cursor: cursor.describe('The position after this event, for `after`.') })
  .meta({
    id: 'LoggedEvent',
    description: 'An event of the log: the same body that webhooks deliver, and the position after it.',
  });

export const eventPage = z
  .object({
    items: z.array(loggedEvent).describe('The events, in the order in which they were stored.'),
    limit: z.int().describe('The limit of the request.'),
    count: z.int().describe('The number of items of this answer.'),
    next_cursor: cursor.describe(
      'The position to continue from: send it as `after`. Store it even if there are no items, because it may have changed.',
    ),
    has_more: z
      .boolean()
      .describe('Whether more can be read immediately. It may be true even if there are few or no items.'),
  })
  .meta({ id: 'EventPage', description: 'A part of the event log.' });

export const eventListQuery = z.object({
  after: text(MAX_CURSOR)
    .optional()
    .describe(
      `Return the events after this cursor, or \`${LATEST}\` for the end of the log. Without it, reading starts with the oldest event.`,
    ),
  types: wordListInput([...eventTypes, 'contact'])
    .transform((words) => words && [...new Set(words.map(typeOfWord))])
    .optional()
    .describe(
      'Only events of these types of subscription, separated by commas or repeated. By default all. `guest` and `contact` are the same type.',
    ),
  limit: wholeNumberInput(1, MAX_LIMIT)
    .default(DEFAULT_LIMIT)
    .describe(
      `The largest number of events, 1 to ${MAX_LIMIT}, by default ${DEFAULT_LIMIT}. An answer of more than 4 MB ends earlier. Ignored by streams.`,
    ),
  wait: wholeNumberInput(0, MAX_WAIT_SECONDS)
    .default(0)
    .describe(
      `If there is no event yet, wait this many seconds for one: 0 (the default) to ${MAX_WAIT_SECONDS}. Ignored by streams.`,
    ),
  sinceUtc: removedParameter('the event log has neither sinceUtc nor since_utc; use after'),
});
export type EventListQuery = z.output<typeof eventListQuery>;

export const eventHeaders = z.object({
  accept: z
    .string()
    .optional()
    .describe('`text/event-stream` asks for a stream of server-sent events instead of a JSON answer.'),
  'last-event-id': z
    .string()
    .max(MAX_CURSOR)
    .optional()
    .describe('The last cursor that a stream sent, when a client connects again. It takes precedence over `after`.'),
});
