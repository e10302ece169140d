import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { errorBody } from '../shared/errors';
import { commonErrors } from '../shared/responses';
import { currentUser } from './identity';

const contract = initContract();

/** The routes of the identity service for integrations, through the gateway. */
export const identityPublicContract = contract.router({
  getCurrentUser: {
    method: 'GET',
    path: '/v2/users/me',
    summary: 'The user whom the credentials belong to; clients use it to test their connection',
    responses: { 200: currentUser, ...commonErrors },
  },
  updateCurrentUser: {
    method: 'PATCH',
    path: '/v2/users/me',
    body: z.unknown(),
    summary: 'Removed on August 1, 2025',
    deprecated: true,
    responses: { 410: errorBody, ...commonErrors },
  },
});
