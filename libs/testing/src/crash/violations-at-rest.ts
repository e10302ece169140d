import { until } from '../until';
import { countUnfinished, readStored } from './read-stored';
import type { ServiceUnderFire } from './service-under-fire';
import { type Acknowledgement, findViolations } from './violations';
import { SETTLING_MS } from './write-path';

/**
 * Waits until no outbox entries and no other work are left, then lists the violations. A process of
 * the service must be running.
 */
export async function violationsAtRest(
  { connection, target, recorder }: ServiceUnderFire,
  acknowledged: Acknowledgement[],
): Promise<string[]> {
  const atRest = until(async () => (await countUnfinished(connection, target.records)) === 0, SETTLING_MS);
  const unpublished = await atRest.then(
    () => [],
    () => [`after ${SETTLING_MS} ms events are not published or jobs are not done`],
  );
  const stored = await readStored(connection, target.records);
  const own = (await target.violations?.(connection)) ?? [];
  return [...unpublished, ...findViolations({ stored, published: recorder.published, acknowledged }), ...own];
}
