import {
  MAX_IMAGE_BYTES,
  type Message,
  type OperatorMessageCreation,
  type OperatorMessagePatch,
} from '@keyhaven/contracts/messaging/message';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { assertKnown } from '@keyhaven/service/references/record-directory';
import { acceptedImages, isAcceptedImage } from '../attachments/image-types';
import type { MessagingStore } from '../store/messaging-store';
import { presentMessage } from '../store/message-entity';
import type { MessageBody } from '../store/message.model';
import { storeMessage } from './store-message';
import { job } from '../jobs';

/**
 * Stores an incoming message or a draft.
 * @throws ApiError bad_request for an unknown thread, a contact that is not a guest of the account, or invalid images.
 */
export async function createOperatorMessage(
  store: MessagingStore,
  scope: AccountScope,
  input: OperatorMessageCreation,
): Promise<{ record: Message; version: number }> {
  const { attachments, date_utc = new Date(), body, ...rest } = input;
  const images = attachments.map(({ content }) => Buffer.from(content, 'base64'));
  const faults = images.flatMap((image, index) => imageFaults(image, `attachments.${index}.content`));
  if (images.length === 0 && (body ?? '').trim() === '')
    faults.push('body: is empty; send a text, an attachment, or both');
  if (faults.length > 0) throw new ApiError('bad_request', faults);
  return storeMessage(store, scope, async () => {
    await assertContact(store, scope, rest);
    return { ...rest, body: body ?? '', date_utc, images };
  });
}

/**
 * Checks that the sender of a guest's message is a guest of the account. Senders with other roles
 * are not records of the platform.
 */
async function assertContact(
  { directories }: MessagingStore,
  scope: AccountScope,
  { from_role, from_contact_id }: Pick<OperatorMessageCreation, 'from_role' | 'from_contact_id'>,
): Promise<void> {
  if (from_role !== 'guest' || from_contact_id === null) return;
  const contact = { field: 'from_contact_id', noun: 'guest', directory: directories.guest, ids: [from_contact_id] };
  await assertKnown(scope, [{ ...contact, before: [] }]);
}

function imageFaults(image: Buffer, path: string): string[] {
  if (image.length > MAX_IMAGE_BYTES)
    return [`${path}: is ${image.length} bytes long; at most ${MAX_IMAGE_BYTES} are accepted`];
  return isAcceptedImage(image) ? [] : [`${path}: is not an image; expected ${acceptedImages}`];
}

/**
 * Edits a message, sends a draft, or stores the result of a delivery.
 * @throws ApiError not_found, bad_request.
 */
export async function updateOperatorMessage(
  store: MessagingStore,
  scope: AccountScope,
  id: number,
  patch: OperatorMessagePatch,
): Promise<{ record: Message; version: number }> {
  return change(store, scope, id, (before) => {
    const after = { ...before, ...patch };
    const faults = patchFaults(before, after);
    if (faults.length > 0) throw new ApiError('bad_request', faults);
    return after;
  });
}

function patchFaults(before: MessageBody, after: MessageBody): string[] {
  if (before.is_removed) return [`the message was removed and cannot be changed`];
  const faults: string[] = [];
  if (after.is_draft && !before.is_draft)
    faults.push('is_draft: true is not accepted; a message that is not a draft cannot become one');
  if (after.delivered_utc && after.failed_utc) {
    faults.push('failed_utc: is not accepted with delivered_utc; clear one of them with null');
  }
  if (after.failure_reason !== null && after.failed_utc === null) {
    faults.push('failure_reason: is not accepted without failed_utc; send both');
  }
  if (after.failed_utc && (after.failure_reason ?? '').trim() === '') {
    faults.push('failure_reason: is required with failed_utc; expected why the message was not delivered');
  }
  if ((after.delivered_utc || after.failed_utc) && after.is_draft) {
    faults.push('delivered_utc, failed_utc: are not accepted; a draft is not delivered');
  }
  if ((after.body ?? '').trim() === '' && after.attachments.length === 0) {
    faults.push('body: is empty; send a text, an attachment, or both');
  }
  return faults;
}

/** Removes a message: deletes its text and images, but keeps its record. Repeating the removal has no effect. */
export async function removeMessage(
  store: MessagingStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: Message; version: number }> {
  return change(store, scope, id, (before) =>
    before.is_removed ? undefined : { ...before, is_removed: true, body: null, attachments: [] },
  );
}

async function change(
  store: MessagingStore,
  scope: AccountScope,
  id: number,
  next: (before: MessageBody) => MessageBody | undefined,
): Promise<{ record: Message; version: number }> {
  const body = await store.messages.update(scope, { _id: id }, (before) => {
    const after = next(before);
    if (!after) return Promise.resolve(undefined);
    const kept = new Set(after.attachments.map(({ key }) => key));
    const keys = before.attachments.map(({ key }) => key).filter((key) => !kept.has(key));
    const jobs = keys.length > 0 ? [job('delete-objects', { keys })] : [];
    return Promise.resolve({ after, jobs });
  });
  return { record: presentMessage(body, ({ key }) => store.addresses.forRead(key)), version: body.version };
}
