/**
 * The parts of ts-rest's Express adapter that the platform uses, for mount-contract.ts. No other
 * file imports `@ts-rest/express`, because its version is a release candidate.
 */
export { createExpressEndpoints, RequestValidationError } from '@ts-rest/express';
