import { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { Relay } from '@keyhaven/persistence/outbox/relay';
import { spillModel } from '@keyhaven/persistence/outbox/spill';
import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { testDatabaseUri } from '@keyhaven/testing/test-database';
import type { Connection } from 'mongoose';
import { defineRaiseStep } from '../calendars/raise-calendars';
import { createPricingStore, type PricingStore } from '../pricing-store';
import { APPLY_SPOT_RATES, applySpotRates } from '../spot-rates/apply-spot-rates';

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
  const store = createPricingStore(connection, new IdAllocator(connection), relay);
  relay.defineStep(APPLY_SPOT_RATES, applySpotRates(store));
  defineRaiseStep(relay, store);
  return {
    store,
    connection,
    stop: async () => {
      await relay.stop();
      await connection.close();
    },
  };
}
