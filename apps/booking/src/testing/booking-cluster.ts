import type { ChangeEvent } from '@keyhaven/events/change-event';
import { type FireOptions, prepareUnderFire } from '@keyhaven/testing/crash/service-under-fire';
import type { CheckedClient } from '@keyhaven/testing/checked-client';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import type { Connection } from 'mongoose';
import { bookingTarget } from './crash/booking-target';
import { type StubPeers, startStubPeers } from './stub-peers';

/** Several booking processes on one database. */
export interface BookingCluster {
  size: number;
  connection: Connection;
  /** All events that the processes published, in order of arrival. */
  published: readonly ChangeEvent[];
  /** Creates an account in the database of the processes, and returns its id. */
  anAccount(): Promise<number>;
  /** Returns a client of the account for one of the processes. */
  api(process: number, userId: number): CheckedClient;
  operator(process: number): CheckedClient;
  /** Kills a process (-9) and starts it again. */
  crash(process: number): Promise<void>;
  /** Kills all processes (-9), runs `work`, and starts them again. */
  whileDown(work: () => Promise<unknown>): Promise<void>;
  /** The stubs of pricing and fees. */
  peers: StubPeers;
  stop(): Promise<void>;
}

export async function startBookingCluster(
  size: number,
  options: Pick<FireOptions, 'settings' | 'databaseUri'> = {},
): Promise<BookingCluster> {
  const peers = await startStubPeers();
  const service = await prepareUnderFire(bookingTarget, { ...options, peersUrl: peers.url });
  const processes = await Promise.all(Array.from({ length: size }, () => service.start()));
  return {
    connection: service.connection,
    size,
    peers,
    published: service.recorder.published.first,
    anAccount: async () => {
      const userId = anAccountId();
      await bookingTarget.introduce!(processes[0]!.world(userId));
      return userId;
    },
    api: (process, userId) => processes[process]!.world(userId).api,
    operator: (process) => processes[process]!.world(anAccountId()).operator,
    crash: async (process) => {
      await processes[process]!.program.kill();
      processes[process] = await service.start();
    },
    whileDown: async (work) => {
      await Promise.all(processes.map(({ program }) => program.kill()));
      await work();
      processes.splice(0, size, ...(await Promise.all(processes.map(() => service.start()))));
    },
    stop: async () => {
      await service.stop();
      await peers.stop();
    },
  };
}
