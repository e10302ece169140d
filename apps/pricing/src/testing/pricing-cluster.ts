import { calendarChange, type ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import { type Replicas, startReplicas } from '@keyhaven/testing/crash/replicas';
import { prepareUnderFire } from '@keyhaven/testing/crash/service-under-fire';
import { pricingTarget } from './crash/pricing-target';
import { makeAccount, type TestAccount } from './pricing-under-test';

/** Several pricing processes with one database. */
export interface PricingCluster extends Replicas {
  size: number;
  /** Creates an account whose requests and events go to the first process. */
  anAccount(): Promise<TestAccount>;
  /** The ranges of all events of a property's calendar so far. */
  rangesOf(propertyId: number): ChangedRange[];
  stop(): Promise<void>;
}

export async function startPricingCluster(size: number): Promise<PricingCluster> {
  const service = await prepareUnderFire(pricingTarget);
  const replicas = await startReplicas(service, size);
  return {
    ...replicas,
    size,
    rangesOf: (propertyId) =>
      service.recorder.published.first
        .filter(({ entity_type, entity_id }) => entity_type === 'calendar' && entity_id === propertyId)
        .flatMap(({ entity }) => calendarChange.parse(entity).ranges),
    anAccount: () =>
      makeAccount({
        bus: {
          publish: async (topic, events) => {
            for (const event of events) await replicas.deliver(topic, event);
          },
        },
        asAccount: (userId) => replicas.world(0, userId).api,
        asOperator: () => replicas.world(0, 0).operator,
      }),
    stop: service.stop,
  };
}
