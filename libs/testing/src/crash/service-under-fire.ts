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

/** Describes a service for crash tests, which kill its processes. */
export interface Target {
  /**
   * The service's name. It is the audience of the service's tokens, and the last part of its
   * database's name.
   */
  name: string;
  /**
   * The path of the program that runs the service for crash tests, from the root of the workspace.
   */
  program: string;
  contracts: readonly Record<string, AppRoute>[];
  records: readonly RecordPlace[];
  /**
   * Starts stubs of the services that this service calls. Without stubs, those services are
   * unreachable.
   */
  startPeers?: () => Promise<{ url: string; stop(): Promise<void> }>;
  /** Publishes a new account to the service. Absent if the service does not need accounts. */
  introduce?: (world: World) => Promise<void>;
  /** Additional settings for the processes of the service. */
  settings?: Record<string, string>;
  /** Lists violations that the general checks do not cover. Called when no pending work is left. */
  violations?: (connection: Connection) => Promise<string[]>;
}

/** A running process of a service in a crash test. */
export interface FiredAt {
  /**
   * Returns the clients of an account.
   * @param killAt the call at which the process is killed: a call to the database, the bus or
   *   another service that it makes for a request of these clients. If omitted, these calls are not
   *   counted.
   */
  world(userId: number, killAt?: { point: KillPoint | undefined }): World;
  program: Program;
}

/**
 * A service in a crash test. The test kills the processes of the service, but not its database or
 * its consumers.
 */
export interface ServiceUnderFire {
  target: Target;
  connection: Connection;
  recorder: EventRecorder;
  /**
   * Starts a process.
   * @param killAt the call at which the process is killed. It is a call that is not made for a
   *   counted request, for example a call during the start. Without `killAt`, such calls are not
   *   counted.
   */
  start(killAt?: { point: KillPoint | undefined }): Promise<FiredAt>;
  stop: () => Promise<void>;
}

export interface FireOptions {
  sabotage?: SabotageName;
  /**
   * The URI of a database other than the shared test database, for example of a database that the
   * test also kills. This database is not cleaned up.
   */
  databaseUri?: string;
  /** Additional settings for the process. They override the settings of the target. */
  settings?: Record<string, string>;
  /** The URL of the services that this service calls. Defaults to the stubs of the target. */
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

/** Returns the calls that a process counted, or undefined if some of them have not completed yet. */
export function answeredCalls({ program }: FiredAt): string[] | undefined {
  const calls = [...program.output().matchAll(/^call \d+ (.*)$/gm)].map(([, name]) => name!);
  const answered = [...program.output().matchAll(/^answered \d+$/gm)];
  return calls.length > 0 && calls.length === answered.length ? calls : undefined;
}
