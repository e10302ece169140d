import { type Replicas, startReplicas } from '@keyhaven/testing/crash/replicas';
import { prepareUnderFire } from '@keyhaven/testing/crash/service-under-fire';
import { pricingTarget } from './crash/pricing-target';
import { makeAccount, type TestAccount } from './pricing-under-test';

/** Several pricing processes on one database. */
export interface PricingCluster extends Replicas {
  size: number;
  /** A new account, whose requests and events go to the first process. */
  anAccount(): Promise<TestAccount>;
  stop(): Promise<void>;
}

export async function startPricingCluster(size: number): Promise<PricingCluster> {
  const service = await prepareUnderFire(pricingTarget);
  const replicas = await startReplicas(service, size);
  return {
    ...replicas,
    size,
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
