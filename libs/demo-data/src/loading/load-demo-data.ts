import type { DemoPlan } from '../plan/demo-plan';
import { AT_ONCE, type DemoTarget, type LoadProgress, startRun, urlOf } from './load-run';
import { openPoster, type RecordPoster } from './post-record';
import { steps } from './steps';

/**
 * Writes the plan into an account through the contracts of the services. An interrupted load can be run again with the
 * same plan. It creates nothing twice, as long as the services keep the Idempotency-Keys (at least a day).
 * @param userId the account.
 * @param onProgress is called after each record.
 * @throws DemoDataError for the first record that could not be created, with the answer.
 */
export async function loadDemoData(
  plan: DemoPlan,
  target: DemoTarget,
  userId: number,
  onProgress: (progress: LoadProgress) => void,
): Promise<void> {
  const posters = new Map<string, RecordPoster>();
  const posterOf = (service: string) => {
    const poster = posters.get(service) ?? openPoster(urlOf(target, service), AT_ONCE);
    posters.set(service, poster);
    return poster;
  };
  try {
    const run = startRun(target, userId, posterOf, onProgress);
    for (const step of steps) await step(plan, run);
  } finally {
    await Promise.all([...posters.values()].map((poster) => poster.close()));
  }
}
