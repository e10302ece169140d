import { type ServiceUnderTest, startServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { samplePublicContract } from '../../contracts/public-contract';
import { sampleService } from '../service';

export const sampleContracts = [samplePublicContract];

/** Starts the sample service for a test. */
export function startSampleUnderTest(): Promise<ServiceUnderTest> {
  return startServiceUnderTest(sampleService, sampleContracts);
}
