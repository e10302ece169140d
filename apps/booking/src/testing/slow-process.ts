import { feesInternalContract } from '@keyhaven/contracts/fees/internal-contract';
import { financeInternalContract } from '@keyhaven/contracts/finance/internal-contract';
import { pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { Relay } from '@keyhaven/persistence/outbox/relay';
import { peerClient } from '@keyhaven/service/peers/peer-client';
import { PeerConnection } from '@keyhaven/service/peers/peer-connection';
import { createLogger } from '@keyhaven/service/observability/logger';
import { testDatabaseUri } from '@keyhaven/testing/test-database';
import { type BookingStore, createBookingStore } from '../store/booking-store';
import { chargePeers } from '../store/charge-peers';
import { registerJobs } from '../jobs';
import { jobHandlers } from '../service';
import type { BookingUnderTest } from './booking-under-test';

/** A second booking process that a test can stop between its read of a property's links and its write. */
export interface SlowProcess {
  store: BookingStore;
  relay: Relay;
  /**
   * Delays one read of properties and their links until `release` is called. The first `passing`
   * reads are not delayed.
   */
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
  const finance = connect('finance');
  const peers = chargePeers(
    peerClient(pricingInternalContract, pricing),
    peerClient(feesInternalContract, fees),
    peerClient(financeInternalContract, finance),
  );
  const settings = { publicUrl: 'http://127.0.0.1:8080', maxHoldDays: 30 };
  const store = createBookingStore(connection, new IdAllocator(connection), relay, peers, settings);
  registerJobs(relay, jobHandlers(store, createLogger('slow', 'silent')));
  return {
    store,
    relay,
    holdAfterLinks: (passing = 0) => {
      let looks = 0;
      return holdRead(store, () => looks++ >= passing);
    },
    stop: async () => {
      await relay.stop();
      await Promise.all([pricing.close(), fees.close(), finance.close()]);
      await connection.close();
    },
  };
}

/**
 * Delays a read of properties until `release` is called: the first read whose property ids
 * `isMeant` accepts. Links are stored in properties, so a read of links is delayed too.
 */
export function holdRead(
  { properties }: BookingStore,
  isMeant: (propertyIds: readonly number[]) => boolean,
): { isHeld: Promise<void>; release: () => void } {
  const findByIds = properties.findByIds.bind(properties);
  const readFieldsByIds = properties.readFieldsByIds.bind(properties);
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const isHeld = new Promise<void>((resolve) => {
    const held = async <Found>(ids: readonly number[], reading: Promise<Found>): Promise<Found> => {
      const found = await reading;
      if (!isMeant(ids)) return found;
      Object.assign(properties, { findByIds, readFieldsByIds });
      resolve();
      await gate;
      return found;
    };
    properties.findByIds = (...request) => held(request[1], findByIds(...request));
    properties.readFieldsByIds = (...request) => held(request[1], readFieldsByIds(...request));
  });
  return { isHeld, release };
}
