/**
 * The parts of ts-rest that the platform uses. All other files import them from here and not from
 * `@ts-rest/core`: its version is a release candidate, and a change to another version or library
 * then changes only this file.
 */
export { initClient, initContract, insertParamsIntoPath } from '@ts-rest/core';
export type { AppRoute, AppRouteMutation, AppRouter, ServerInferRequest, ServerInferResponseBody } from '@ts-rest/core';
