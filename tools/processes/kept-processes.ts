import type { ProcessTree } from './process-tree';
import { type Supervisable, supervise, type Supervised } from './supervise';

/** A process of the platform. It keeps its name and addresses when it is started again. */
export interface PlatformProcess {
  name: string;
  /** The process id; undefined while the process is being started again. */
  readonly pid: number | undefined;
  /** The address of the operations port, for health checks and metrics; undefined for the database and Kafka. */
  operations?: string;
}

interface Keeping {
  /** Stops the processes when the platform ends. */
  tree: ProcessTree;
  /** Awaited before a process is restarted, so that a test can delay the restart. */
  mayStartAgain?: (process: string) => Promise<void>;
  /** Receives a line when a process ends or starts again. */
  report: (line: string) => void;
}

/** The processes of a platform. A process is started again whenever it ends. */
export class KeptProcesses {
  readonly all: PlatformProcess[] = [];

  constructor(private readonly keeping: Keeping) {}

  /**
   * Starts a process.
   * @param start a function that starts the process. It is called for each start.
   * @param operationsOf a function that returns the address of the operations port of the process.
   */
  async start<Process extends Supervisable & { pid?: number }>(
    name: string,
    start: () => Promise<Process>,
    operationsOf?: (process: Process) => string,
  ): Promise<Supervised<Process>> {
    const { tree, mayStartAgain, report } = this.keeping;
    const startWhenAllowed = async (ended?: Process) => {
      if (ended) await mayStartAgain?.(name);
      return start();
    };
    const supervised = await tree.start(() => supervise<Process>(name, startWhenAllowed, report));
    this.all.push({
      name,
      get pid() {
        return supervised.current?.pid;
      },
      operations: operationsOf?.(supervised.first),
    });
    return supervised;
  }
}
