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
import { defineRaiseJob } from '../calendar/invalidate-calendars';
import { defineOpenHistoryJob } from '../history/open-history';
import { createPricingStore, type PricingStore } from '../store/pricing-store';
import { APPLY_SPOT_RATES, applySpotRates } from '../spot-rates/apply-spot-rates';

/** Stands for the services that this process calls: it asks them nothing. */
const nobody = new PeerConnection({
  service: 'booking',
  url: () => 'http://127.0.0.1:9',
  sign: () => Promise.reject(new Error('the other process calls no service')),
});

/** What the service under test keeps, as a second process of it would see and write it. */
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
    peerClient(bookingInternalContract, nobody),
  );
  relay.defineJob(APPLY_SPOT_RATES, applySpotRates(store));
  defineRaiseJob(relay, store);
  defineOpenHistoryJob(relay, store);
  return {
    store,
    connection,
    stop: async () => {
      await relay.stop();
      await connection.close();
    },
  };
}
