import type { InternalContract } from '@keyhaven/contracts/shared/internal-contract';
import type { Consumer, EventBus } from '@keyhaven/events/event-bus';
import type { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import type { DatabaseClock } from '@keyhaven/persistence/database-clock';
import type { Migration } from '@keyhaven/persistence/migrations/migrate';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
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
  /** The prefix of the database's name, which the service's name follows. */
  databasePrefix?: string;
  poolSize?: number;
  bus: EventBus;
  /** The generation of the data, which the operator increases after a restore from a backup. */
  generation?: number;
  /** The maximum number of records that a resync publishes in a second. */
  resyncPerSecond?: number;
  publicKeys: PublicKeys;
  /** Which issuer may call which API. Defaults to the platform's table. */
  grants?: IssuerGrants;
  shutdownMs: number;
  /** How the service calls other services. */
  peers?: {
    sign: TokenSigner;
    urlOf(service: string): string;
    /**
     * Returns the routes of a service in the same process, or undefined until it has started. Omitted if services run
     * in separate processes.
     */
    inProcess?: (service: string) => InternalCalls | undefined;
  };
  /**
   * Replaces the check whether an account exists. Only tests set it. By default, the service asks its copies of accounts
   * and the identity service.
   */
  accountExists?: AccountExists;
  /** The service's own settings, parsed by its schema. */
  settings?: Record<string, unknown>;
  /** Whether /metrics includes the metrics of the process. True for one service of each process. */
  processMetrics: boolean;
}

/** What the platform passes to a service's `build`. */
export interface ServiceParts<Settings> {
  connection: Connection;
  /** The clock for what is stored and compared with stored times. All processes of a service agree on it. */
  now: DatabaseClock;
  ids: IdAllocator;
  relay: Relay;
  bus: EventBus;
  verify: TokenVerifier;
  logger: Logger;
  metrics: DataMetrics;
  settings: Settings;
  /** Creates the client of another service, which must be one of `peers`. */
  peer: <Contract extends InternalContract>(contract: Contract) => PeerClient<Contract>;
}

/** A service. Its name is also the audience of tokens for it. */
export interface ServiceDefinition<Settings extends z.ZodObject = z.ZodObject> {
  name: string;
  /** The services that this one calls. */
  peers?: readonly string[];
  /** The service's own settings, read from the environment. */
  settings?: Settings;
  /** The topic on which the service publishes its changes. */
  topic: string;
  /** Numbered migrations of the stored data, in order. They run before the service starts. */
  migrations?: readonly Migration[];
  /** The largest JSON body that the routes accept, in bytes. */
  maxBodyBytes: number;
  /** Path prefixes to which browsers submit forms. */
  formPaths?: readonly string[];
  /** Paths of OAuth endpoints: their requests may be forms, and their errors have the fields of RFC 6749 too. */
  oauthPaths?: readonly string[];
  build(parts: ServiceParts<z.output<Settings>>): {
    routes: (app: Express) => void;
    consumers: Consumer[];
    workers?: readonly Worker[];
    /** Looks up the service's copies of accounts; undefined if it has none. */
    knownAccounts?: FindKnown;
  };
}

export interface RunningService {
  name: string;
  url: string;
  port: number;
  /** Handles a request from the same process like one that arrives at the port. */
  handle: RequestListener;
  /** Answers calls from other services in the same process. */
  internal: InternalCalls;
  /** The health and metrics of the service, for the operations port of its process. */
  operated: OperatedPart;
  /**
   * Resolves when every consumer has joined its group or keeps retrying. Rejects with an error that only an operator
   * can fix. The service answers requests before this, because after a crash the groups wait until the session of the
   * crashed process expires.
   */
  joined: Promise<void>;
  /** First part of stopping: finishes requests, and publishes pending events or leaves them to other processes. */
  stopServing(): Promise<void>;
  /** Last part of stopping, after the bus delivers no more events: closes the connections to the database. */
  disconnect(): Promise<void>;
  /**
   * Does the first and the last part of stopping, and closes the bus. For a service that runs in a process of its own.
   */
  stop(): Promise<void>;
}
