import { feesInternalContract } from '@keyhaven/contracts/fees/internal-contract';
import { pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { Relay } from '@keyhaven/persistence/outbox/relay';
import { peerClient } from '@keyhaven/service/peers/peer-client';
import { PeerConnection } from '@keyhaven/service/peers/peer-connection';
import { createLogger } from '@keyhaven/service/logger';
import { testDatabaseUri } from '@keyhaven/testing/test-database';
import { type BookingStore, createBookingStore } from '../store/booking-store';
import { chargePeers } from '../store/charge-peers';
import { registerJobs } from '../jobs';
import { jobHandlers } from '../service';
import type { BookingUnderTest } from './booking-under-test';

/** A second booking process that a test can stop between its read of the links and its write. */
export interface SlowProcess {
  store: BookingStore;
  relay: Relay;
  /** Lets the next `passing` reads of links through; the one after them returns only after `release`. */
  holdAfterLinks(passing?: number): { isHeld: Promise<void>; release: () => void };
  stop(): Promise<void>;
}

export async function startSlowProcess(booking: BookingUnderTest): Promise<SlowProcess> {
  const connection = await connectDatabase({
    uri: testDatabaseUri(),
    database: `${booking.databasePrefix}booking`,
  });
  const relay = new Relay({ bus: booking.bus, report: () => {} });
  const connect = (service: string) =>
    new PeerConnection({ service, url: () => booking.peers.url, sign: booking.keys.sign, connections: 1 });
  const pricing = connect('pricing');
  const fees = connect('fees');
  const peers = chargePeers(peerClient(pricingInternalContract, pricing), peerClient(feesInternalContract, fees));
  const settings = { publicUrl: 'http://127.0.0.1:8080', maxHoldDays: 30 };
  const store = createBookingStore(connection, new IdAllocator(connection), relay, peers, settings);
  registerJobs(relay, jobHandlers(store, createLogger('slow', 'silent')));
  const find = store.links.find.bind(store.links);
  return {
    store,
    relay,
    holdAfterLinks: (passing = 0) => {
      let release = () => {};
      let looks = 0;
      const gate = new Promise<void>((resolve) => (release = resolve));
      const isHeld = new Promise<void>((resolve) => {
        store.links.find = async (...request) => {
          const found = await find(...request);
          if (looks++ < passing) return found;
          store.links.find = find;
          resolve();
          await gate;
          return found;
        };
      });
      return { isHeld, release };
    },
    stop: async () => {
      await relay.stop();
      await Promise.all([pricing.close(), fees.close()]);
      await connection.close();
    },
  };
}
