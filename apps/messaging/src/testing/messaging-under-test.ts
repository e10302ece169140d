import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { messagingOperatorContract } from '@keyhaven/contracts/messaging/operator-contract';
import { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import type { CheckedClient } from '@keyhaven/testing/checked-client';
import { type StubRecords, startStubRecords } from '@keyhaven/testing/stub-records';
import { anAccountId, type ServiceUnderTest, startServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { messagingService } from '../service';

/** A PNG with one pixel. */
export const onePoint = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The messaging service in a test, with its own folder for attachments. */
export interface MessagingUnderTest extends ServiceUnderTest {
  /** Records that the booking service has, but has not published yet. */
  records: StubRecords;
  /** The folder of attachments. */
  folder: string;
  /** Returns the names of the stored objects. */
  objects(): Promise<string[]>;
  anAccount(): MessagingAccount;
  /** Creates an account with a thread. */
  aThread(): Promise<MessagingAccount & { thread_id: number }>;
  /** Downloads an attachment as the gateway does. */
  download(address: string): Promise<Response>;
}

export interface MessagingAccount {
  userId: number;
  api: CheckedClient;
  /** Calls a write route of the operator API. @throws Error if the write is refused. */
  operate: (path: string, body: unknown, method?: 'post' | 'patch') => Promise<{ id: number } & Record<string, any>>;
  operator: (path: string, body: unknown, method?: 'post' | 'patch') => ReturnType<CheckedClient['post']>;
}

export const messagingContracts = [messagingPublicContract, messagingOperatorContract];

/**
 * Returns settings that let the service fetch images from this machine and store attachments in a folder.
 */
export function settingsFor(folder: string): Record<string, string> {
  return {
    ATTACHMENT_SECRET: 'a secret of thirty-two characters or more',
    ATTACHMENT_ALLOW: '127.0.0.0/8',
    ATTACHMENTS_FOLDER: folder,
  };
}

export async function startMessagingUnderTest(settings: Record<string, string> = {}): Promise<MessagingUnderTest> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-attachments-'));
  const records = await startStubRecords();
  const service = await startServiceUnderTest(messagingService, messagingContracts, {
    urlOf: () => records.url,
    settings: { ...settingsFor(folder), ...settings },
  });
  return {
    ...service,
    records,
    folder,
    objects: () => readdir(folder),
    anAccount: () => accountOf(service),
    aThread: async () => {
      const account = accountOf(service);
      const { id: thread_id } = await account.operate('/threads', {});
      return { ...account, thread_id };
    },
    download: async (address) => {
      const { pathname, search } = new URL(address);
      const token = await service.keys.sign({ audience: 'messaging', scope: 'open' });
      return fetch(service.running.url + pathname + search, { headers: { authorization: `Bearer ${token}` } });
    },
    stop: async () => {
      await service.stop();
      await records.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function accountOf(service: ServiceUnderTest): MessagingAccount {
  const userId = anAccountId();
  const client = service.asOperator();
  const operator: MessagingAccount['operator'] = (to, body, method = 'post') =>
    client[method](`/operator/accounts/${userId}${to}`, body);
  return {
    userId,
    api: service.asAccount(userId),
    operator,
    operate: async (to, body, method) => {
      const answer = await operator(to, body, method);
      if (answer.status !== 200) throw new Error(`${to} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body as { id: number };
    },
  };
}
