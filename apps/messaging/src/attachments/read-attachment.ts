import { ApiError } from '@keyhaven/contracts/shared/errors';
import { RawAnswer } from '@keyhaven/service/http/raw-answer';
import type { MessagingStore } from '../store/messaging-store';
import { contentTypeOfKey } from './image-types';

/**
 * Returns an attachment to any client that has its signed URL. Removed attachments, forged URLs and unknown keys get
 * the same response.
 * @throws ApiError not_found, also if the URL has expired.
 */
export async function readAttachment(
  { addresses, objects }: Pick<MessagingStore, 'addresses' | 'objects'>,
  key: string,
  { expires = '', signature = '' }: { expires?: string; signature?: string },
): Promise<RawAnswer> {
  const verdict = addresses.check(key, expires, signature);
  if (verdict === 'expired') {
    throw new ApiError('not_found', 'the address of the attachment has expired; read the message again for a new one');
  }
  const object = verdict === 'good' ? await objects.get(key) : undefined;
  if (!object) throw new ApiError('not_found', 'there is no attachment at this address');
  return new RawAnswer(object.body, {
    'Content-Type': contentTypeOfKey(key),
    ...(object.bytes === undefined ? {} : { 'Content-Length': String(object.bytes) }),
    'Content-Disposition': `inline; filename="${key}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, max-age=300',
  });
}
