import { Relay } from '@keyhaven/persistence/outbox/relay';

/**
 * Runs `work` once: after a write that requests the job has been stored, and before this process
 * runs the job. `work` stands for what another process does at that time.
 */
export function beforeNextJob(name: string, work: (documentId: number) => Promise<unknown>): void {
  const take = Reflect.get<Relay, 'take'>(Relay.prototype, 'take');
  const taking = jest.spyOn(Relay.prototype, 'take').mockImplementation(async function (
    this: Relay,
    model,
    document,
    hasJobs,
  ) {
    if (document.outbox?.some((entry) => entry.kind === 'job' && entry.name === name)) {
      taking.mockRestore();
      await work(document._id);
    }
    return take.call(this, model, document, hasJobs);
  });
}
