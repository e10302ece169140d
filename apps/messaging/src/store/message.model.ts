import type { MessageRole } from '@keyhaven/contracts/messaging/message';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';

export interface Attachment {
  /** The key of the object in the object store. */
  key: string;
  bytes: number;
}

export interface MessageDocument extends RecordDocument {
  thread_id: number;
  body: string | null;
  date_utc: Date;
  from_role: MessageRole;
  from_contact_id: number | null;
  is_draft: boolean;
  attachments: Attachment[];
  is_removed: boolean;
  removed_utc: Date | null;
  delivered_utc: Date | null;
  failed_utc: Date | null;
  failure_reason: string | null;
}

export type MessageBody = Body<MessageDocument>;

export function messageModel(connection: Connection): Model<MessageDocument> {
  const schema = tenantSchema<MessageDocument>('messages', {
    thread_id: Number,
    body: String,
    date_utc: Date,
    from_role: String,
    from_contact_id: Number,
    is_draft: Boolean,
    attachments: [Schema.Types.Mixed],
    is_removed: Boolean,
    removed_utc: Date,
    delivered_utc: Date,
    failed_utc: Date,
    failure_reason: String,
  })
    // Serves the list of a thread's messages.
    .index({ user_id: 1, thread_id: 1, _id: 1 })
    // Serves the list of a thread's messages with since_utc.
    .index({ user_id: 1, thread_id: 1, updated_utc: 1 })
    // Serves the sweep of objects, when it checks whether a message uses an object.
    .index({ user_id: 1, 'attachments.key': 1 });
  return connection.model<MessageDocument>('Message', schema);
}
