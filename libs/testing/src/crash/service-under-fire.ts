import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { createTokenSigner } from '@keyhaven/service/auth/token-signer';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import type { Connection } from 'mongoose';
import { CheckedClient } from '../checked-client';
import { bundleProgram, type Program, startProgram } from '../program';
import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '../test-database';
import { type EventRecorder, startEventRecorder } from './event-recorder';
import { formatKillPoint, KILL_HEADER, type KillPoint } from './kill-point';
import type { RecordPlace } from './read-stored';
import type { SabotageName } from './sabotage-name';
import type { World } from './write-path';

/** Describes a service for its crash tests. */
export interface Target {
  /** The service's name, which is the audience of its tokens and the end of its database's name. */
  name: string;
  /** The program that runs the service under fire: its path from the workspace's root. */
  program: string;
  contracts: readonly Record<string, AppRoute>[];
  records: readonly RecordPlace[];
  /** Starts stubs of the services that this one calls. Without stubs, these are unreachable. */
  startPeers?: () => Promise<{ url: string; stop(): Promise<void> }>;
  /** Publishes a new account to the service. Absent if the service needs no accounts. */
  introduce?: (world: World) => Promise<void>;
  /** Additional settings for the processes of the service. */
  settings?: Record<string, string>;
  /** Lists violations that the general checks do not cover, once no work is left. */
  violations?: (connection: Connection) => Promise<string[]>;
}

/** A running process of a service under fire. */
export interface FiredAt {
  /**
   * Returns the clients of an account.
   * @param killAt the call at which their requests kill the process. Without it, their calls are not counted.
   */
  world(userId: number, killAt?: { point: KillPoint | undefined }): World;
  program: Program;
}

/** A service whose processes are killed. Its database and its consumers are not. */
export interface ServiceUnderFire {
  target: Target;
  connection: Connection;
  recorder: EventRecorder;
  /**
   * Starts a process.
   * @param killAt counts the calls that no counted request causes, and kills the process at one of them.
   */
  start(killAt?: { point: KillPoint | undefined }): Promise<FiredAt>;
  stop: () => Promise<void>;
}

export interface FireOptions {
  sabotage?: SabotageName;
  /** A database other than the shared one of the tests, for example one that is also killed. It is not cleaned up. */
  databaseUri?: string;
  /** Additional settings for the process, after those of the target. */
  settings?: Record<string, string>;
  /** The URL of the services that this one calls. Defaults to the stubs of the target. */
  peersUrl?: string;
}

export async function prepareUnderFire(
  target: Target,
  { sabotage, databaseUri, settings = {}, peersUrl }: FireOptions = {},
): Promise<ServiceUnderFire> {
  const uri = databaseUri ?? testDatabaseUri();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-fire-'));
  const databasePrefix = freshDatabasePrefix();
  const keys = await makeIssuerKeys('tests');
  const keysFile = path.join(folder, 'keys.json');
  await writeFile(keysFile, JSON.stringify([keys.publicKey]));
  const signingKeyFile = path.join(folder, 'signing-key.json');
  await writeFile(signingKeyFile, JSON.stringify(keys.privateKey));
  const sign = await createTokenSigner('tests', keys.privateKey);
  const recorder = await startEventRecorder();
  const ownPeers = peersUrl === undefined ? await target.startPeers?.() : undefined;
  const peers = peersUrl ?? ownPeers?.url;
  const program = await bundleProgram(target.program);
  const running = new Set<Program>();
  const environment = {
    RECORDER_URL: recorder.url,
    KEYS_FILE: keysFile,
    SIGNING_KEY_FILE: signingKeyFile,
    ...(peers === undefined ? {} : { PEERS_URL: peers }),
    DATABASE_URI: uri,
    DATABASE_PREFIX: databasePrefix,
    ...(sabotage ? { SABOTAGE: sabotage } : {}),
    ...target.settings,
    ...settings,
  };
  const connection = await connectDatabase({ uri, database: `${databasePrefix}${target.name}` });
  const start: ServiceUnderFire['start'] = async (killAt) => {
    const counting: Record<string, string> = killAt ? { KILL_AT: formatKillPoint(killAt.point) } : {};
    const started = await startProgram(program, { ...environment, ...counting }, /ready at (\S+) (\S+)/);
    running.add(started);
    started.child.once('exit', () => running.delete(started));
    const [, url, door] = started.ready;
    const world: FiredAt['world'] = (userId, kill) => {
      const marked: Record<string, string> = kill ? { [KILL_HEADER]: formatKillPoint(kill.point) } : {};
      const client = (request: Parameters<typeof sign>[0]) =>
        new CheckedClient(url!, target.contracts, async () => ({
          authorization: `Bearer ${await sign(request)}`,
          ...marked,
        }));
      const audience = target.name;
      return {
        userId,
        api: client({ audience, scope: 'full', accountId: userId, credentialId: 'c' }),
        operator: client({ audience, scope: 'service' }),
        deliver: (topic, event) => new CheckedClient(door!, [], async () => marked).post(`/${topic}`, event),
      };
    };
    return { world, program: started };
  };
  return {
    target,
    connection,
    recorder,
    start,
    stop: async () => {
      await Promise.all([...running].map((started) => started.kill()));
      await connection.close();
      if (!databaseUri) await dropDatabases(databasePrefix, [target.name]);
      await recorder.close();
      await ownPeers?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the counted calls of a process, or undefined until all of them are answered. */
export function answeredCalls({ program }: FiredAt): string[] | undefined {
  const calls = [...program.output().matchAll(/^call \d+ (.*)$/gm)].map(([, name]) => name!);
  const answered = [...program.output().matchAll(/^answered \d+$/gm)];
  return calls.length > 0 && calls.length === answered.length ? calls : undefined;
}
