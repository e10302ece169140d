import type { Thread } from '@keyhaven/contracts/messaging/message';
import { services } from '@keyhaven/contracts/platform/services';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';

export interface ThreadDocument extends RecordDocument {
  channel: string | null;
  booking_id: number | null;
  guest_id: number | null;
}

export type ThreadBody = Body<ThreadDocument>;

export function threadModel(connection: Connection): Model<ThreadDocument> {
  const schema = tenantSchema<ThreadDocument>('threads', {
    channel: String,
    booking_id: Number,
    guest_id: Number,
  });
  return connection.model<ThreadDocument>('Thread', schema);
}

export function presentThread(body: ThreadBody): Thread {
  const { _id, channel, booking_id, guest_id, created_utc, updated_utc } = body;
  return {
    id: _id,
    channel,
    booking_id,
    guest_id,
    created_utc: instantOrBlank(created_utc),
    updated_utc: instantOrBlank(updated_utc),
  };
}

export const threadEntity: Entity<ThreadDocument, Thread> = {
  type: 'thread',
  topic: services.messaging.topic,
  isIn: () => true,
  present: presentThread,
  categories: () => [],
};
