import { services } from '@keyhaven/contracts/platform/services';
import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { underKey } from '@keyhaven/testing/crash/under-key';
import { publishedAccount } from '@keyhaven/testing/published-event';
import { feesContracts } from '../fees-under-test';
import { copyPaths } from './copy-paths';
import { definitionPaths } from './definition-paths';
import { taxPaths } from './tax-paths';

describeUnderFire(
  'the fees service, killed while it writes',
  {
    name: 'fees',
    program: 'apps/fees/src/testing/crash/fees-process-under-fire.ts',
    contracts: feesContracts,
    records: [
      { collection: 'definitions', type: 'surcharge', where: { kind: 'surcharge' } },
      { collection: 'definitions', type: 'discount', where: { kind: 'discount' } },
      { collection: 'taxes', type: 'tax' },
    ],
    introduce: async (world) => void (await world.deliver(services.identity.topic, publishedAccount(world.userId))),
  },
  [
    ...definitionPaths,
    ...underKey(definitionPaths, ['changing a surcharge', 'deleting a surcharge']),
    ...taxPaths,
    ...underKey(taxPaths, ['deleting a tax']),
    ...copyPaths,
  ],
);
