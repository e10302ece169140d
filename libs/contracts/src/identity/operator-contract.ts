import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { noContent, writeErrors } from '../shared/responses';
import { account, accountCreation, accountPatch, issuedToken, tokenCreation, user, userCreation } from './identity';

const contract = initContract();
const accountPath = z.object({ user_id: idInput });

/** The routes that create and change accounts, their users and tokens. */
export const identityOperatorContract = contract.router({
  createAccount: {
    method: 'POST',
    path: '/operator/accounts',
    headers: writeHeaders,
    body: accountCreation,
    responses: { 200: account, ...writeErrors },
  },
  updateAccount: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id',
    pathParams: accountPath,
    headers: writeHeaders,
    body: accountPatch,
    responses: { 200: account, ...writeErrors },
  },
  createUser: {
    method: 'POST',
    path: '/operator/accounts/:user_id/users',
    pathParams: accountPath,
    headers: writeHeaders,
    body: userCreation,
    responses: { 200: user, ...writeErrors },
  },
  createToken: {
    method: 'POST',
    path: '/operator/accounts/:user_id/users/:id/tokens',
    pathParams: accountPath.extend({ id: idInput }),
    body: tokenCreation,
    responses: { 200: issuedToken, ...writeErrors },
  },
  revokeToken: {
    method: 'DELETE',
    path: '/operator/accounts/:user_id/tokens/:id',
    pathParams: accountPath.extend({ id: idInput }),
    responses: { 204: noContent, ...writeErrors },
  },
});
