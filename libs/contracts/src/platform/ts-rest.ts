/**
 * What the platform uses of ts-rest. Nothing else imports `@ts-rest/core`, whose version is a release candidate, so that
 * another version or library needs changes only here.
 */
export { initClient, initContract, insertParamsIntoPath } from '@ts-rest/core';
export type { AppRoute, AppRouteMutation, AppRouter, ServerInferRequest, ServerInferResponseBody } from '@ts-rest/core';
