import type { Message } from '@keyhaven/contracts/messaging/message';
import { services } from '@keyhaven/contracts/platform/services';
import { formatInstant, instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import type { AttachmentAddresses } from './attachment-addresses';
import type { MessageBody, MessageDocument } from './message.model';

/**
 * How long the URLs in events are valid, in milliseconds. The webhook service stops retrying a
 * delivery before these URLs expire.
 */
const EVENT_ADDRESS_MS = 7 * 86_400_000;

/**
 * Returns the public record of a message.
 * @param addressOf a function that returns the URL of an attachment.
 */
export function presentMessage(
  body: MessageBody,
  addressOf: (attachment: MessageBody['attachments'][number]) => string,
): Required<Message> {
  return {
    id: body._id,
    thread_id: body.thread_id,
    threadId: body.thread_id,
    body: body.body,
    date_utc: formatInstant(body.date_utc),
    from_role: body.from_role,
    from_contact_id: body.from_contact_id,
    is_draft: body.is_draft,
    attachment_urls: body.is_removed ? null : body.attachments.map(addressOf),
    removed_utc: body.is_removed ? instantOrBlank(body.removed_utc ?? undefined) : null,
    delivered_utc: body.delivered_utc && formatInstant(body.delivered_utc),
    failed_utc: body.failed_utc && formatInstant(body.failed_utc),
    failure_reason: body.failure_reason,
    created_utc: instantOrBlank(body.created_utc),
    updated_utc: instantOrBlank(body.updated_utc),
  };
}

/**
 * How changes of messages are published. An event never changes after it was written. So the URLs
 * in the event expire a fixed time after the event was written, regardless of the age of the
 * attachment.
 */
export function messageEntity(addresses: AttachmentAddresses): Entity<MessageDocument, Message> {
  return {
    type: 'thread_message',
    topic: services.messaging.topic,
    isIn: () => true,
    isPublic: ({ is_draft }) => !is_draft,
    present: (body, _references, at) =>
      presentMessage(body, ({ key }) => addresses.until(key, new Date(at.getTime() + EVENT_ADDRESS_MS))),
    categories: () => [],
    stampedWhenChanged: (before, after) => [
      ...(after.is_removed && !before.is_removed ? ['removed_utc'] : []),
      // When a draft is sent, `date_utc` becomes the time of sending.
      ...(before.is_draft && !after.is_draft ? ['date_utc'] : []),
    ],
  };
}
