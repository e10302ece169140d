import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import { commonWriteExamples } from '@keyhaven/testing/common-write-examples';
import { describeIdempotentWrites } from '@keyhaven/testing/describe-idempotent-writes';
import { anAccountId, type ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { sampleContracts, startSampleUnderTest } from './testing/sample-under-test';

let sample: ServiceUnderTest;
beforeAll(async () => {
  sample = await startSampleUnderTest();
});
afterAll(() => sample.stop());

const path = '/v2/widgets';
const [body, otherBody] = [
  { name: 'First', units: 3 },
  { name: 'Other', units: 3 },
];

describeIdempotentWrites({
  service: () => sample,
  contracts: [...sampleContracts, resyncContract, deadLettersContract],
  examples: {
    ...commonWriteExamples,
    'POST /v2/widgets': {
      prepare: () => Promise.resolve({ userId: anAccountId(), caller: 'account', path, body, otherBody }),
    },
    'PATCH /v2/widgets/:id': {
      prepare: async () => {
        const userId = anAccountId();
        const added = await sample.asAccount(userId).post(path, body);
        return {
          userId,
          caller: 'account',
          path: `${path}/${added.body.id}`,
          body: { units: 4 },
          otherBody: { units: 5 },
        };
      },
    },
  },
});
