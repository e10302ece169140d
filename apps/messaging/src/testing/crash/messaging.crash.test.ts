import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { underKey } from '@keyhaven/testing/crash/under-key';
import { messagingContracts, settingsFor } from '../messaging-under-test';
import { copyPaths } from './copy-paths';
import { imageSite } from './image-site';
import { messagePaths } from './message-paths';
import { objectFaults } from './object-faults';
import { threadPaths } from './thread-paths';

const folder = path.join(os.tmpdir(), `keyhaven-attachments-${randomUUID()}`);
beforeAll(() => imageSite.start());
afterAll(async () => {
  await imageSite.stop();
  await rm(folder, { recursive: true, force: true });
});

describeUnderFire(
  'the messaging service, killed while it writes',
  {
    name: 'messaging',
    program: 'apps/messaging/src/testing/crash/messaging-process-under-fire.ts',
    contracts: messagingContracts,
    records: [
      { collection: 'threads', type: 'thread' },
      { collection: 'messages', type: 'thread_message' },
    ],
    settings: settingsFor(folder),
    violations: (connection) => objectFaults(connection, folder),
  },
  [
    ...messagePaths,
    ...underKey(messagePaths, ['sending a draft', 'removing a message with images']),
    ...threadPaths,
    ...copyPaths,
  ],
);
