import type { ChangeEvent } from '@keyhaven/events/change-event';
import { until } from '../until';
import type { Killable } from './kill-at-random';
import type { ServiceUnderFire } from './service-under-fire';
import type { World } from './write-path';

/** Several processes of one service, which a test may kill. They share one database. */
export interface Replicas {
  /** Returns the clients of an account that send their requests to one of the processes. */
  world(replica: number, userId: number): World;
  /**
   * Delivers an event to one process after another until one of them has processed it, like a bus
   * that waits for an acknowledgement.
   */
  deliver(topic: string, event: ChangeEvent): Promise<void>;
  /** The processes. `crash` kills one (SIGKILL) and starts it again. */
  killables: readonly Killable[];
}

/** The time limit for handling an event while processes are being killed, in milliseconds. */
const DELIVERY_MS = 60_000;

export async function startReplicas(service: ServiceUnderFire, size: number): Promise<Replicas> {
  const running = await Promise.all(Array.from({ length: size }, () => service.start()));
  const world: Replicas['world'] = (replica, userId) => running[replica]!.world(userId);
  let turn = 0;
  return {
    world,
    deliver: async (topic, event) => {
      const isHandled = () =>
        world(turn++ % size, event.user_id)
          .deliver(topic, event)
          .then(({ status }) => status === 204)
          .catch(() => false);
      await until(isHandled, DELIVERY_MS);
    },
    killables: running.map((_, replica) => ({
      crash: async () => {
        await running[replica]!.program.kill();
        running[replica] = await service.start();
      },
    })),
  };
}
