import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { Relay } from '@keyhaven/persistence/outbox/relay';
import { spillModel } from '@keyhaven/persistence/outbox/spill';
import { peerClient } from '@keyhaven/service/peers/peer-client';
import { PeerConnection } from '@keyhaven/service/peers/peer-connection';
import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { testDatabaseUri } from '@keyhaven/testing/test-database';
import type { Connection } from 'mongoose';
import { registerJobs } from '../jobs';
import { jobHandlers } from '../service';
import { createPricingStore, type PricingStore } from '../store/pricing-store';

/** A connection to the booking service. The other process must never use it. */
const unusedConnection = new PeerConnection({
  service: 'booking',
  url: () => 'http://127.0.0.1:9',
  sign: () => Promise.reject(new Error('the other process must not call other services')),
});

/** Acts as a second process of the service under test, with the same database. */
export interface OtherProcess {
  store: PricingStore;
  connection: Connection;
  stop(): Promise<void>;
}

export async function startOtherProcess({ bus, databasePrefix }: ServiceUnderTest): Promise<OtherProcess> {
  const connection = await connectDatabase({ uri: testDatabaseUri(), database: `${databasePrefix}pricing` });
  spillModel(connection);
  const relay = new Relay({ bus, report: () => undefined });
  const store = createPricingStore(
    connection,
    new IdAllocator(connection),
    relay,
    peerClient(bookingInternalContract, unusedConnection),
  );
  registerJobs(relay, jobHandlers(store));
  return {
    store,
    connection,
    stop: async () => {
      await relay.stop();
      await connection.close();
    },
  };
}
