import type { z } from 'zod';
import { type AccountScope, accountId } from '../account-scope';
import type { JobRequest } from '../plan-change';
import type { Relay } from './relay';

/**
 * The jobs of a service: the schema of the arguments of each job, by the name of the job in the
 * outbox.
 */
type Definitions = Record<string, z.ZodType<Record<string, unknown>>>;

export type NameOf<Jobs extends Definitions> = keyof Jobs & string;
export type ArgumentsOf<Jobs extends Definitions, Name extends NameOf<Jobs>> = z.output<Jobs[Name]>;

export interface JobContext {
  scope: AccountScope;
  id: number;
  /** The revision of the write that waits for this deciding job. Undefined if no write waits. */
  answering: number | undefined;
}

/**
 * The handlers of the jobs, by name. Handlers must be idempotent, because a job may run several
 * times.
 */
export type HandlersOf<Jobs extends Definitions> = {
  [Name in NameOf<Jobs>]: (args: ArgumentsOf<Jobs, Name>, context: JobContext) => Promise<void>;
};

interface JobTable<Jobs extends Definitions> {
  /** Returns a JobRequest. Pass it to the write that stores the job. */
  job: <Name extends NameOf<Jobs>>(name: Name, args: ArgumentsOf<Jobs, Name>) => JobRequest;
  /** Registers the handler of each job with the relay. */
  registerJobs: (relay: Relay, handlers: HandlersOf<Jobs>) => void;
}

/**
 * Declares every job that the outboxes of a service can contain. If a job has no handler, the
 * service does not compile.
 * @param deciding the deciding jobs. A write that requests one of them is answered after the job
 *   has run. If the job fails, the write fails with the job's error.
 */
export function jobTable<Jobs extends Definitions>(
  definitions: Jobs,
  { deciding = [] }: { deciding?: readonly NameOf<Jobs>[] } = {},
): JobTable<Jobs> {
  const register = <Name extends NameOf<Jobs>>(relay: Relay, name: Name, handlers: HandlersOf<Jobs>) =>
    relay.defineJob(name, (args, { userId, id, answering }) =>
      handlers[name](definitions[name]!.parse(args) as ArgumentsOf<Jobs, Name>, {
        scope: { accountId: accountId(userId) },
        id,
        answering,
      }),
    );
  return {
    job: (name, args) => ({ name, args: { ...args }, ...(deciding.includes(name) ? { decides: true } : {}) }),
    registerJobs: (relay, handlers) => {
      for (const name of Object.keys(definitions)) register(relay, name, handlers);
    },
  };
}
