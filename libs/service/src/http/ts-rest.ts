/**
 * What the platform uses of ts-rest's adapter for Express. Nothing else imports `@ts-rest/express`, whose version is a
 * release candidate. mount-contract.ts mounts the routes with it.
 */
export { createExpressEndpoints, RequestValidationError } from '@ts-rest/express';
