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

/**
 * A message of a thread. Answers have the thread's id in both spellings. A removed message keeps its record; its body
 * and attachments are null.
 */
export const message = z.object({
  id,
  thread_id: id,
  threadId: id,
  body: z.string().nullable(),
  date_utc: instant,
  from_role: z.enum(messageRoles),
  from_contact_id: id.nullable(),
  is_draft: z.boolean(),
  /** Addresses that expire; lists return them only on request. */
  attachment_urls: z.array(z.string()).nullable().optional(),
  removed_utc: instant.nullable(),
  delivered_utc: instant.nullable(),
  failed_utc: instant.nullable(),
  failure_reason: z.string().nullable(),
  created_utc: instant,
  updated_utc: instant,
});
export type Message = z.infer<typeof message>;

/** A thread, next to the items of a list of its messages. */
export const threadInShort = z.object({ id, channel: z.string().nullable(), booking_id: id.nullable() });
export const guestInShort = z.object({ id, first_name: z.string(), last_name: z.string() });

/** A thread in events and in answers to the operator. */
export const thread = threadInShort.extend({
  guest_id: id.nullable(),
  created_utc: instant,
  updated_utc: instant,
});
export type Thread = z.infer<typeof thread>;

const bodyText = text(MAX_BODY_LENGTH);
const body = bodyText.nullable();

/** The id of a thread in either spelling: one is required, and if both are sent they must be equal. */
export const threadIdFields = { thread_id: idInput.optional(), threadId: idInput.optional() };

/** Reads the thread's id from either spelling, or reports what is wrong. */
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

/** Fields that only the server decides; a body may contain them with the values that the message gets. */
export const serverDecidedOfMessages = {
  ...decidedOfRecords,
  date_utc: 'it is set when the message is posted',
  from_role: 'a message that is posted here is from the owner',
  from_contact_id: 'a message that is posted here is from no contact',
  is_draft: 'drafts are written by the operator',
  attachment_urls: 'they are decided by attachment_url',
  removed_utc: 'it is set when the message is removed',
  delivered_utc: "it is reported by the operator's connector",
  failed_utc: "it is reported by the operator's connector",
  failure_reason: "it is reported by the operator's connector",
} as const;

/** A message that integrations post: a text, an image, or both. */
export const messageCreation = z
  .object({
    ...threadIdFields,
    body: body.optional(),
    attachment_url: webAddress(2000).nullable().optional(),
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
  });
export type MessageCreation = z.output<typeof messageCreation>;

export const threadCreation = z.object({
  channel: text(100).min(1).nullable().default(null),
  booking_id: idInput.nullable().default(null),
  guest_id: idInput.nullable().default(null),
});
export const threadPatch = z
  .object({ channel: text(100).min(1).nullable(), booking_id: idInput.nullable(), guest_id: idInput.nullable() })
  .partial();

/** The largest image, in bytes (specification, Limits). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** The length of an image in base64: four characters for three bytes. */
const image = z
  .base64({ error: 'expected an image in base64' })
  .max(Math.ceil(MAX_IMAGE_BYTES / 3) * 4, { error: `expected at most ${MAX_IMAGE_BYTES} bytes` });

/** A message that a connector or the importer writes: by any sender, drafts included. */
export const operatorMessageCreation = z.object({
  thread_id: idInput,
  body: body.default(''),
  date_utc: instantInput.optional(),
  from_role: wordInput(messageRoles).default('guest'),
  from_contact_id: idInput.nullable().default(null),
  is_draft: z.boolean().default(false),
  attachments: z
    .array(z.object({ content: image }))
    .max(10)
    .default([]),
});
export type OperatorMessageCreation = z.output<typeof operatorMessageCreation>;

/** A change of a message: an edit, the end of a draft, or a delivery report (delivered or failed, not both). */
export const operatorMessagePatch = z
  .object({
    // Only a removed message has no body, and removing is not an edit.
    body: bodyText,
    is_draft: z.boolean(),
    delivered_utc: instantInput.nullable(),
    failed_utc: instantInput.nullable(),
    failure_reason: text(1000).nullable(),
  })
  .partial();
export type OperatorMessagePatch = z.output<typeof operatorMessagePatch>;
