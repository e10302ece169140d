import type { z } from 'zod';
import { type AccountScope, accountId } from '../account-scope';
import type { JobRequest } from '../plan-change';
import type { Relay } from './relay';

/** The jobs of a service: the name under which each is stored, and the shape of its arguments. */
type Definitions = Record<string, z.ZodType<Record<string, unknown>>>;

export type NameOf<Jobs extends Definitions> = keyof Jobs & string;
export type ArgumentsOf<Jobs extends Definitions, Name extends NameOf<Jobs>> = z.output<Jobs[Name]>;

/** The document whose job runs. */
export interface JobContext {
  scope: AccountScope;
  id: number;
  /** The revision whose write is answered by the job's outcome; undefined when no request waits for it. */
  answering: number | undefined;
}

/** The handler of each job. It must be idempotent: a job may run several times. */
export type HandlersOf<Jobs extends Definitions> = {
  [Name in NameOf<Jobs>]: (args: ArgumentsOf<Jobs, Name>, context: JobContext) => Promise<void>;
};

interface JobTable<Jobs extends Definitions> {
  /** A job as a write requests it. */
  job: <Name extends NameOf<Jobs>>(name: Name, args: ArgumentsOf<Jobs, Name>) => JobRequest;
  /** Has the relay run each job by its handler. */
  registerJobs: (relay: Relay, handlers: HandlersOf<Jobs>) => void;
}

/**
 * Names every follow-up job that the outboxes of a service can hold. A job without a handler does not compile.
 * @param deciding jobs that decide the answer: the write is answered when they are done, and with what they throw.
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
