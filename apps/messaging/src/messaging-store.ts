import type { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import type { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';
import { knownIn } from '@keyhaven/service/references/find-records-routes';
import { type FindUnknown, recordDirectory } from '@keyhaven/service/references/record-directory';
import type { Connection, Model } from 'mongoose';
import { type AttachmentAddresses, attachmentAddresses } from './attachments/attachment-addresses';
import { type FetchImage, imageFetcher } from './attachments/fetch-image';
import { folderStore } from './attachments/folder-store';
import type { ObjectStore } from './attachments/object-store';
import { type PendingObject, pendingObjectModel } from './attachments/pending-object';
import { s3Store } from './attachments/s3-store';
import { type BookingCopy, bookingCopies, type GuestCopy, guestCopies } from './guests/guest-copies';
import { messageEntity } from './messages/message-entity';
import { type MessageDocument, messageModel } from './messages/message.model';
import type { MessagingSettings } from './settings';
import { type ThreadDocument, threadEntity, threadModel } from './threads/thread.model';

/** All that the messaging service keeps, in its database and beside it. */
export interface MessagingStore {
  ids: IdAllocator;
  threads: TenantRepository<ThreadDocument>;
  messages: TenantRepository<MessageDocument>;
  /** The messages of all accounts, for the sweep of objects. */
  messageModel: Model<MessageDocument>;
  guestCopies: CopyRepository<GuestCopy>;
  bookingCopies: CopyRepository<BookingCopy>;
  /** Where records of booking are looked up that threads and messages name. */
  directories: Record<'guest' | 'booking', FindUnknown>;
  pendingObjects: Model<PendingObject>;
  objects: ObjectStore;
  addresses: AttachmentAddresses;
  fetchImage: FetchImage;
}

export function createMessagingStore(
  connection: Connection,
  ids: IdAllocator,
  relay: Relay,
  booking: PeerClient<typeof bookingInternalContract>,
  settings: MessagingSettings,
): MessagingStore {
  const threads = threadModel(connection);
  const messages = messageModel(connection);
  const guests = guestCopies(connection);
  const bookings = bookingCopies(connection);
  const addresses = attachmentAddresses(
    settings.PUBLIC_URL,
    settings.ATTACHMENT_SECRET,
    settings.ATTACHMENT_URL_MINUTES,
  );
  return {
    ids,
    threads: new TenantRepository({ model: threads, noun: 'a thread', entities: [threadEntity], relay }),
    messages: new TenantRepository({
      model: messages,
      noun: 'a message',
      entities: [messageEntity(addresses)],
      relay,
    }),
    messageModel: messages,
    guestCopies: guests,
    bookingCopies: bookings,
    directories: {
      guest: recordDirectory('guest', booking, knownIn(guests)),
      booking: recordDirectory('booking', booking, knownIn(bookings)),
    },
    pendingObjects: pendingObjectModel(connection),
    objects: objectStore(settings),
    addresses,
    fetchImage: imageFetcher({ opened: settings.ATTACHMENT_ALLOW }),
  };
}

/** The bucket where one is configured, else a folder. @throws Error when the bucket has no credentials. */
function objectStore(settings: MessagingSettings): ObjectStore {
  const { S3_BUCKET_URL, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (S3_BUCKET_URL === undefined) return folderStore(settings.ATTACHMENTS_FOLDER);
  if (S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) {
    throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed with S3_BUCKET_URL');
  }
  return s3Store({
    bucketUrl: S3_BUCKET_URL,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  });
}
