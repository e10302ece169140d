/** A real Kafka broker of one node as a process of this machine; see kafka-broker.mjs. */
export class KafkaBroker {
  constructor(options: { folder: string; port: number; controllerPort: number });
  readonly address: string;
  /** The id of its process; undefined if it is not running. */
  readonly pid: number | undefined;
  /** Resolves when the process has ended, with its exit code. */
  readonly ended: Promise<number | null>;
  start(): Promise<void>;
  stop(): Promise<void>;
}
