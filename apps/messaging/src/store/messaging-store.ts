import type { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import type { Message, Thread } from '@keyhaven/contracts/messaging/message';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import type { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';
import { knownIn } from '@keyhaven/service/references/find-records-routes';
import { type FindUnknown, recordDirectory } from '@keyhaven/service/references/record-directory';
import type { Connection, Model } from 'mongoose';
import type { AttachmentAddresses } from './attachment-addresses';
import type { ObjectStore } from './object-store';
import { type PendingObject, pendingObjectModel } from './pending-object.model';
import { type BookingCopy, bookingCopies, type GuestCopy, guestCopies } from './guest-copies';
import { messageEntity } from './message-entity';
import { type MessageDocument, messageModel } from './message.model';
import { type ThreadDocument, threadEntity, threadModel } from './thread.model';

/** Downloads images, stores them, and signs their URLs. */
export interface AttachmentStorage {
  objects: ObjectStore;
  addresses: AttachmentAddresses;
  /** Downloads an image. @throws ApiError bad_request that explains why the image is refused. */
  fetchImage: (url: string) => Promise<Buffer>;
}

/** Everything that the messaging service stores, in its database and outside of it. */
export interface MessagingStore extends AttachmentStorage {
  ids: IdAllocator;
  threads: TenantRepository<ThreadDocument, Thread>;
  messages: TenantRepository<MessageDocument, Message>;
  /** The messages of all accounts, for the sweep of objects. */
  messageModel: Model<MessageDocument>;
  guestCopies: CopyRepository<GuestCopy>;
  bookingCopies: CopyRepository<BookingCopy>;
  /** Looks up the guests and bookings that threads and messages refer to. */
  directories: Record<'guest' | 'booking', FindUnknown>;
  pendingObjects: Model<PendingObject>;
}

export function createMessagingStore(
  connection: Connection,
  ids: IdAllocator,
  relay: Relay,
  booking: PeerClient<typeof bookingInternalContract>,
  storage: AttachmentStorage,
): MessagingStore {
  const threads = threadModel(connection);
  const messages = messageModel(connection);
  const guests = guestCopies(connection);
  const bookings = bookingCopies(connection);
  return {
    ids,
    threads: new TenantRepository({ model: threads, noun: 'a thread', entities: [threadEntity], relay }),
    messages: new TenantRepository({
      model: messages,
      noun: 'a message',
      entities: [messageEntity(storage.addresses)],
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
    ...storage,
  };
}
