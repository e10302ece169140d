import { z } from 'zod';
import { id, idInput, text, webAddress, wordInput } from '../shared/inputs';
import { instant, instantInput } from '../shared/instants';
import { decidedOfRecords, echoesOf } from '../shared/server-decided';

export const messageRoles = [
  'owner',
  'guest',
  'co_host',
  'support',
  'other',
  'cotraveler',
  'third_party_booker',
] as const;
export type MessageRole = (typeof messageRoles)[number];

/** The longest text of a message, in characters. */
export const MAX_BODY_LENGTH = 10_000;

const roleWords =
  'Who wrote it: `owner` (the account), `guest`, `co_host`, `support` (of a channel), `cotraveler`, `third_party_booker` or `other`.';

export const message = z
  .object({
    id: id.describe('Id of the message.'),
    thread_id: id.describe('Id of its thread. A booking lists its threads as `thread_ids`.'),
    threadId: id.describe('The same as `thread_id`.'),
    body: z
      .string()
      .nullable()
      .describe('The text. Empty if the message has only attachments; null once it is removed.'),
    date_utc: instant.describe('When it was posted, or the time that the connector of the operator reported.'),
    from_role: z.enum(messageRoles).describe(roleWords),
    from_contact_id: id
      .nullable()
      .describe('Id of the guest who wrote it, if `from_role` is `guest`. Null if it is unknown or not a guest.'),
    is_draft: z
      .boolean()
      .describe('Whether it is a draft, which is not sent. Lists contain drafts only with `include_drafts=true`.'),
    attachment_urls: z
      .array(z.string())
      .nullable()
      .optional()
      .describe(
        'Addresses of the attached images; an empty list if there are none, null once the message is removed. They need no credentials and expire; read the message again for new ones. Lists contain them only with `include_attachments=true`.',
      ),
    removed_utc: instant
      .nullable()
      .describe(
        'When the host or the guest removed it. The record then remains without text and attachments. Null if it was not removed.',
      ),
    delivered_utc: instant
      .nullable()
      .describe('When the connector of the operator delivered it. Null if no delivery was reported.'),
    failed_utc: instant.nullable().describe('When its delivery failed. Null if no failure was reported.'),
    failure_reason: z.string().nullable().describe('Why its delivery failed. Null if no failure was reported.'),
    created_utc: instant.describe('When the record was created.'),
    updated_utc: instant.describe('When it was last changed: an edit, a removal or a report about its delivery.'),
  })
  .meta({
    id: 'Message',
    description: 'A message of a thread with a guest. The platform stores it; a connector of the operator delivers it.',
  });
export type Message = z.infer<typeof message>;

export const threadInShort = z
  .object({
    id: id.describe('Id of the thread.'),
    channel: z
      .string()
      .nullable()
      .describe('Where the conversation takes place, such as a channel or e-mail. Null if unknown.'),
    booking_id: id.nullable().describe('Id of its booking. Null for a thread without one, such as an inquiry.'),
  })
  .meta({ id: 'ThreadSummary', description: 'The thread of a list of messages.' });
export const guestInShort = z
  .object({
    id: id.describe('Id of the guest.'),
    first_name: z.string().describe('First name; may be empty.'),
    last_name: z.string().describe('Last name; may be empty.'),
  })
  .meta({ id: 'ThreadGuest', description: 'The guest of a thread.' });

export const thread = threadInShort
  .extend({
    guest_id: id.nullable().describe('Id of its guest. Null for the guest of its booking.'),
    created_utc: instant.describe('When the thread was created.'),
    updated_utc: instant.describe('When it was last changed.'),
  })
  .meta({ id: 'Thread', description: 'A conversation with a guest.' });
export type Thread = z.infer<typeof thread>;

const bodyText = text(MAX_BODY_LENGTH);
const body = bodyText.nullable();

export const threadIdFields = {
  thread_id: idInput.optional().describe('Id of the thread. Required, here or as `threadId`.'),
  threadId: idInput.optional().describe('Another spelling of `thread_id`. If both are sent, they must be equal.'),
};

/**
 * Returns the thread's id from `thread_id` or `threadId`. Adds an issue if neither was sent or the
 * two differ.
 */
export function threadIdOf(
  sent: { thread_id?: number; threadId?: number },
  context: z.RefinementCtx,
): number | undefined {
  const { thread_id, threadId } = sent;
  const named = thread_id ?? threadId;
  if (named === undefined) {
    context.addIssue({ code: 'custom', path: ['thread_id'], message: 'expected the id of one thread' });
  } else if (threadId !== undefined && threadId !== named) {
    context.addIssue({ code: 'custom', path: ['threadId'], message: `expected the same as thread_id, ${named}` });
  }
  return named;
}

/**
 * Fields that only the server sets, each mapped to the reason in the error message. A body may contain a field only
 * with the value that the server sets.
 */
export const serverDecidedOfMessages = {
  ...decidedOfRecords,
  date_utc: 'it is set when the message is posted',
  from_role: 'a message that is posted here is from the owner',
  from_contact_id: 'a message that is posted here has no contact',
  is_draft: 'drafts are written by the operator',
  attachment_urls: 'they are decided by attachment_url',
  removed_utc: 'it is set when the message is removed',
  delivered_utc: "it is reported by the operator's connector",
  failed_utc: "it is reported by the operator's connector",
  failure_reason: "it is reported by the operator's connector",
} as const;

export const messageCreation = z
  .object({
    ...threadIdFields,
    body: body
      .optional()
      .describe(`The text, up to ${MAX_BODY_LENGTH} characters. May be left out only with an \`attachment_url\`.`),
    attachment_url: webAddress(2000)
      .nullable()
      .optional()
      .describe(
        'Public http or https address of one image (JPEG, PNG, GIF or WebP, up to 5 MB). It is downloaded and stored while the request is handled.',
      ),
    ...echoesOf(serverDecidedOfMessages).shape,
  })
  .transform((sent, context) => {
    const thread_id = threadIdOf(sent, context);
    const hasText = (sent.body ?? '').trim() !== '';
    if (!hasText && sent.attachment_url == null) {
      context.addIssue({ code: 'custom', path: ['body'], message: 'expected a text, an attachment_url, or both' });
    }
    if (thread_id === undefined || context.issues.length > 0) return z.NEVER;
    const { threadId: _threadId, ...rest } = sent;
    return { ...rest, thread_id, body: sent.body ?? '', attachment_url: sent.attachment_url ?? null };
  })
  .meta({ id: 'MessageCreation', description: 'A message to post: a text, one image, or both.' });
export type MessageCreation = z.output<typeof messageCreation>;

const threadWords = {
  channel: 'Where the conversation takes place, such as a channel or e-mail, up to 100 characters. Null if unknown.',
  booking_id: 'Id of the booking of the thread. Null for none.',
  guest_id: 'Id of the guest of the thread. Null for the guest of its booking.',
};
export const threadCreation = z
  .object({
    channel: text(100).min(1).nullable().default(null).describe(threadWords.channel),
    booking_id: idInput.nullable().default(null).describe(threadWords.booking_id),
    guest_id: idInput.nullable().default(null).describe(threadWords.guest_id),
  })
  .meta({ id: 'ThreadCreation', description: 'A new thread.' });
export const threadPatch = z
  .object({
    channel: text(100).min(1).nullable().describe(threadWords.channel),
    booking_id: idInput.nullable().describe(threadWords.booking_id),
    guest_id: idInput.nullable().describe(threadWords.guest_id),
  })
  .partial()
  .meta({ id: 'ThreadPatch', description: 'Fields that are not sent keep their values.' });

/** The largest image, in bytes. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** An image in base64, which encodes three bytes as four characters. */
const image = z
  .base64({ error: 'expected an image in base64' })
  .max(Math.ceil(MAX_IMAGE_BYTES / 3) * 4, { error: `expected at most ${MAX_IMAGE_BYTES} bytes` });

export const operatorMessageCreation = z
  .object({
    thread_id: idInput.describe('Id of the thread.'),
    body: body
      .default('')
      .describe(`The text, up to ${MAX_BODY_LENGTH} characters. May be empty only with an attachment.`),
    date_utc: instantInput.optional().describe('When it was sent. By default now. Sending a draft replaces it.'),
    from_role: wordInput(messageRoles).default('guest').describe(`${roleWords} By default \`guest\`.`),
    from_contact_id: idInput
      .nullable()
      .default(null)
      .describe('Id of the contact who wrote it. With `from_role` `guest` it must be a guest of the account.'),
    is_draft: z.boolean().default(false).describe('Whether it is a draft, which no webhook publishes.'),
    attachments: z
      .array(z.object({ content: image.describe('The image in base64 (JPEG, PNG, GIF or WebP, up to 5 MB).') }))
      .max(10)
      .default([])
      .describe('Up to 10 images.'),
  })
  .meta({
    id: 'OperatorMessageCreation',
    description: 'A message that a connector or an importer writes. It may be from any sender, and may be a draft.',
  });
export type OperatorMessageCreation = z.output<typeof operatorMessageCreation>;

export const operatorMessagePatch = z
  .object({
    // Not nullable: only a removed message has no body, and this route cannot remove messages.
    body: bodyText.describe(`The text, up to ${MAX_BODY_LENGTH} characters. May be empty only with an attachment.`),
    is_draft: z
      .boolean()
      .describe('False sends a draft, and sets its `date_utc` to now. A sent message cannot become a draft.'),
    delivered_utc: instantInput.nullable().describe('When it was delivered. Not together with `failed_utc`.'),
    failed_utc: instantInput
      .nullable()
      .describe('When its delivery failed. Requires a `failure_reason`; not together with `delivered_utc`.'),
    failure_reason: text(1000)
      .nullable()
      .describe('Why its delivery failed, up to 1,000 characters. Only with `failed_utc`.'),
  })
  .partial()
  .meta({
    id: 'OperatorMessagePatch',
    description:
      'A change of a message: an edit, sending a draft, or a report about its delivery. Fields that are not sent keep their values.',
  });
export type OperatorMessagePatch = z.output<typeof operatorMessagePatch>;
