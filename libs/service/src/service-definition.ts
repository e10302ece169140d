import type { InternalContract } from '@keyhaven/contracts/shared/internal-contract';
import type { Consumer, EventBus } from '@keyhaven/events/event-bus';
import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import type { DatabaseClock } from '@keyhaven/persistence/database-clock';
import type { Migration } from '@keyhaven/persistence/migrations/migrate';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { SharedClient } from '@keyhaven/persistence/shared-client';
import type { RequestListener } from 'node:http';
import type { Express } from 'express';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import type { IssuerGrants } from './auth/issuer-grants';
import type { PublicKeys } from './auth/public-keys';
import type { TokenSigner } from './auth/token-signer';
import type { TokenVerifier } from './auth/token-verifier';
import type { AccountExists } from './http/assert-account';
import type { Logger } from './observability/logger';
import type { DataMetrics } from './observability/metrics';
import type { OperatedPart } from './operations/operated-part';
import type { InternalCalls } from './http/internal-calls';
import type { PeerClient } from './peers/peer-client';
import type { FindKnown } from './references/find-records-routes';
import type { Worker } from './worker';

/** The dependencies of a service that stores data. */
export interface ServiceDependencies {
  host: string;
  port: number;
  logger: Logger;
  databaseUri: string;
  /** The database client that the services of this process share. Absent if the service has its own client. */
  sharedClient?: SharedClient;
  /** The name of the database is this prefix followed by the name of the service. */
  databasePrefix?: string;
  /** The maximum number of connections of the service's own client. */
  poolSize?: number;
  bus: EventBus;
  /** The generation of the data. Operators increase it after they restore a backup. */
  generation?: number;
  /** The maximum number of records that a resync publishes per second. */
  resyncPerSecond?: number;
  publicKeys: PublicKeys;
  /**
   * Whether all processes that use the service's data run the same release. False for separate
   * processes, because an upgrade replaces them one after another (docs/operators/upgrades.md). In
   * that case, a service must not rely on data that the previous release does not keep up to date.
   */
  hasOneRelease?: boolean;
  /**
   * Whether this is the only process that uses the service's data. After its start, it looks often
   * for work that a dead process left behind, until the leases of outboxes and resyncs have expired
   * (30 seconds). Then it looks rarely.
   */
  isOnlyProcess?: boolean;
  /** Which issuer may call which API. Default: the grants of the platform. */
  grants?: IssuerGrants;
  shutdownMs: number;
  /** How this service calls other services. */
  peers?: {
    sign: TokenSigner;
    urlOf(service: string): string;
    /**
     * Returns the routes of a service in the same process; undefined until that service has
     * started. Omitted if every service runs in its own process.
     */
    inProcess?: (service: string) => InternalCalls | undefined;
  };
  /**
   * Returns whether an account exists. Only tests set it. By default, the account is looked up in
   * the service's copies of accounts and then at the identity service.
   */
  accountExists?: AccountExists;
  /** The service's own settings, parsed with its schema. */
  settings?: Record<string, unknown>;
  /**
   * Whether /metrics includes the metrics of the process. True for exactly one service in each
   * process.
   */
  processMetrics: boolean;
}

/** The dependencies that a service's `build` receives. */
export interface ServiceParts<Settings> {
  connection: Connection;
  /**
   * The clock for times that are stored or compared with stored times. It is the database's clock,
   * so it is the same in all processes of the service.
   */
  now: DatabaseClock;
  ids: IdAllocator;
  relay: Relay;
  bus: EventBus;
  verify: TokenVerifier;
  /** See ServiceDependencies. */
  hasOneRelease: boolean;
  logger: Logger;
  metrics: DataMetrics;
  settings: Settings;
  /** Creates a client for another service. That service must be listed in `peers`. */
  peer: <Contract extends InternalContract>(contract: Contract) => PeerClient<Contract>;
}

/**
 * The definition of a service. Its name is also the audience of the tokens with which its API is
 * called.
 */
export interface ServiceDefinition<Settings extends z.ZodObject = z.ZodObject> {
  name: string;
  /** The names of the services that this service calls. */
  peers?: readonly string[];
  /** The schema of the service's own settings, which are read from the environment. */
  settings?: Settings;
  /** The topic on which the service publishes its events. */
  topic: string;
  /** The numbered migrations of the stored data, in order. They run before the service starts. */
  migrations?: readonly Migration[];
  /** The maximum size of a JSON body, in bytes. */
  maxBodyBytes: number;
  /** Prefixes of paths to which browsers send HTML forms. */
  formPaths?: readonly string[];
  /**
   * Paths of OAuth endpoints. They also accept HTML forms, and their errors also have the fields of
   * RFC 6749.
   */
  oauthPaths?: readonly string[];
  build(parts: ServiceParts<z.output<Settings>>): {
    routes: (app: Express) => void;
    consumers: Consumer[];
    workers?: readonly Worker[];
    /** Looks up the service's copies of accounts. Omitted if it has none. */
    knownAccounts?: FindKnown;
  };
}

export interface RunningService {
  name: string;
  url: string;
  port: number;
  /** Handles a request from the same process in the same way as a request at the port. */
  handle: RequestListener;
  /** Answers calls from other services in the same process. */
  internal: InternalCalls;
  /** The health and metrics of the service, for the operations port of its process. */
  operated: OperatedPart;
  /**
   * Resolves when each consumer has joined its group or has failed to join it once. A consumer that
   * failed tries again. Rejects with an error that only an operator can fix. The service answers
   * requests before the consumers have joined. After a crash, joining takes until the session of the
   * crashed process has expired.
   */
  joined: Promise<void>;
  /**
   * Ends waiting requests, such as long polls and event streams, by answering them. If a server
   * (such as the gateway) forwards requests to this service, call `drain` before that server waits
   * for its own requests to end.
   */
  drain(): void;
  /**
   * The first part of stopping: finishes requests, and publishes pending events or leaves them to
   * other processes.
   */
  stopServing(): Promise<void>;
  /**
   * The last part of stopping, after the bus has stopped delivering events: closes the connections
   * to the database.
   */
  disconnect(): Promise<void>;
  /**
   * Runs both parts of stopping, and closes the bus in between. Only for a service that runs in its
   * own process.
   */
  stop(): Promise<void>;
}
