import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { messagingImportContract } from '@keyhaven/contracts/messaging/import-contract';
import { messagingOperatorContract } from '@keyhaven/contracts/messaging/operator-contract';
import { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import { maxBodyBytes } from '@keyhaven/contracts/platform/body-limits';
import { services } from '@keyhaven/contracts/platform/services';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { imageFetcher } from './attachments/fetch-image';
import { forEachInTurn, objectSweep } from './attachments/sweep-objects';
import { consumeGuests } from './store/guest-copies';
import { type JobHandlers, registerJobs } from './jobs';
import { attachmentAddresses } from './store/attachment-addresses';
import { folderStore } from './store/folder-store';
import { type AttachmentStorage, createMessagingStore, type MessagingStore } from './store/messaging-store';
import type { ObjectStore } from './store/object-store';
import { s3Store } from './store/s3-store';
import { importRoutes } from './routes/import-routes';
import { operatorRoutes } from './routes/operator-routes';
import { publicRoutes } from './routes/public-routes';
import { type MessagingSettings, messagingSettings } from './settings';

/** The messaging service: threads with guests, their messages and attachments. */
export const messagingService: ServiceDefinition<typeof messagingSettings> = {
  name: 'messaging',
  topic: services.messaging.topic,
  peers: ['identity', 'booking'],
  maxBodyBytes: maxBodyBytes.messaging,
  settings: messagingSettings,
  build: ({ connection, ids, relay, verify, logger, peer, settings }) => {
    const store = createMessagingStore(
      connection,
      ids,
      relay,
      peer(bookingInternalContract),
      attachmentStorage(settings),
    );
    registerJobs(relay, jobHandlers(store));
    const { pendingObjects, messageModel, objects } = store;
    return {
      routes: (app) => {
        mountContract(app, 'public', verify, messagingPublicContract, publicRoutes(store));
        mountContract(app, 'operator', verify, messagingOperatorContract, operatorRoutes(store));
        mountContract(app, 'operator', verify, messagingImportContract, importRoutes(store));
      },
      consumers: consumeGuests(store.guestCopies, store.bookingCopies),
      workers: [objectSweep({ pending: pendingObjects, messages: messageModel, objects }, logger)],
    };
  },
};

function attachmentStorage(settings: MessagingSettings): AttachmentStorage {
  const { PUBLIC_URL, ATTACHMENT_SECRET, ATTACHMENT_URL_MINUTES, ATTACHMENT_ALLOW } = settings;
  return {
    objects: objectStore(settings),
    addresses: attachmentAddresses(PUBLIC_URL, ATTACHMENT_SECRET, ATTACHMENT_URL_MINUTES),
    fetchImage: imageFetcher({ opened: ATTACHMENT_ALLOW }),
  };
}

/** Returns the bucket if one is configured, or else a folder. @throws Error if the bucket has no credentials. */
function objectStore(settings: MessagingSettings): ObjectStore {
  const { S3_BUCKET_URL, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (S3_BUCKET_URL === undefined) return folderStore(settings.ATTACHMENTS_FOLDER);
  if (S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) {
    throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are required with S3_BUCKET_URL');
  }
  return s3Store({
    bucketUrl: S3_BUCKET_URL,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  });
}

/**
 * The handlers of the jobs. A job runs before the request that stored the job gets its response. If the process crashes
 * first, another process runs the job.
 */
function jobHandlers({ pendingObjects, objects }: MessagingStore): JobHandlers {
  return {
    'forget-pending-objects': async ({ keys }) => {
      await pendingObjects.deleteMany({ _id: { $in: keys } });
    },
    'delete-objects': ({ keys }) => forEachInTurn(keys, (key) => objects.delete(key)),
  };
}
