import { z } from 'zod';
import type { JobHandler } from './job-runner';
import { jobTable } from './job-table';
import type { Relay } from './relay';

const { job, registerJobs } = jobTable(
  { count: z.object({ n: z.int() }), decide: z.object({}) },
  { deciding: ['decide'] },
);

/** The handlers that were registered with the relay, and the arguments of their calls. */
function registered() {
  const handlers = new Map<string, JobHandler>();
  const calls: unknown[] = [];
  const relay = { defineJob: (name: string, handler: JobHandler) => void handlers.set(name, handler) };
  const note = (...call: unknown[]) => Promise.resolve(void calls.push(call));
  registerJobs(relay as Relay, { count: note, decide: note });
  return { handlers, calls };
}

describe('the table of the jobs that a service can request', () => {
  it('sets the field `decides` only in requests for deciding jobs (jobs that can refuse their write)', () => {
    expect(job('count', { n: 1 })).toEqual({ name: 'count', args: { n: 1 } });
    expect(job('decide', {})).toEqual({ name: 'decide', args: {}, decides: true });
  });

  it('calls the handler of a job with the stored arguments of the job', async () => {
    const { handlers, calls } = registered();
    expect([...handlers.keys()]).toEqual(['count', 'decide']);
    await handlers.get('count')!({ n: 2 }, { userId: 7, id: 8 });
    expect(calls).toEqual([[{ n: 2 }, { scope: { accountId: 7 }, id: 8, answering: undefined }]]);
  });

  it('does not call the handler of a job if the stored arguments do not match the schema of the job', () => {
    const { handlers, calls } = registered();
    expect(() => handlers.get('count')!({ n: 'two' }, { userId: 7, id: 8 })).toThrow('expected number');
    expect(calls).toEqual([]);
  });
});
