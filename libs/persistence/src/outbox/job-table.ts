import type { z } from 'zod';
import { type AccountScope, accountId } from '../account-scope';
import type { JobRequest } from '../plan-change';
import type { Relay } from './relay';

/** The jobs of a service: the name of each in the outbox, and the schema of its arguments. */
type Definitions = Record<string, z.ZodType<Record<string, unknown>>>;

export type NameOf<Jobs extends Definitions> = keyof Jobs & string;
export type ArgumentsOf<Jobs extends Definitions, Name extends NameOf<Jobs>> = z.output<Jobs[Name]>;

export interface JobContext {
  scope: AccountScope;
  id: number;
  /** The revision of the write that waits for this deciding job. Undefined if no request waits. */
  answering: number | undefined;
}

/** The handler of each job. It must be idempotent, because a job may run several times. */
export type HandlersOf<Jobs extends Definitions> = {
  [Name in NameOf<Jobs>]: (args: ArgumentsOf<Jobs, Name>, context: JobContext) => Promise<void>;
};

interface JobTable<Jobs extends Definitions> {
  /** Makes the request for a job, as a write needs it. */
  job: <Name extends NameOf<Jobs>>(name: Name, args: ArgumentsOf<Jobs, Name>) => JobRequest;
  /** Registers the handler of each job with the relay. */
  registerJobs: (relay: Relay, handlers: HandlersOf<Jobs>) => void;
}

/**
 * Declares every job that the outboxes of a service can contain. A job without a handler does not compile.
 * @param deciding the deciding jobs: a write that requests one is answered after it has run, and fails with its error.
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
