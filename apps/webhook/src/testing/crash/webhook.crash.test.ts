import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { underKey } from '@keyhaven/testing/crash/under-key';
import { audience } from './audience';
import { deliveryPaths } from './delivery-paths';
import { subscriptionPaths } from './subscription-paths';
import { webhookTarget } from './webhook-target';

beforeAll(() => audience.start());
afterAll(() => audience.stop());

describeUnderFire(
  'the webhook service, killed while it writes',
  { ...webhookTarget, violations: audience.violations },
  [
    ...subscriptionPaths,
    ...underKey(subscriptionPaths, ['deleting a subscription with a pending delivery', 'enabling a subscription']),
    ...deliveryPaths,
  ],
);
