import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { RequestHandler } from 'express';
import type { Caller } from './caller';
import type { TokenVerifier } from './token-verifier';

/** The faces of a service: what integrations see, what other services ask, what operators write. */
export type Face = 'public' | 'internal' | 'operator';

/**
 * Lets through only requests with an internal token that opens the face, and leaves the caller in res.locals.
 * @param isOpen whether the gateway's own token is enough: routes for guests, whose addresses are the secret.
 */
export function authenticate(face: Face, verify: TokenVerifier, { isOpen = false } = {}): RequestHandler {
  return async (request, response, next) => {
    const [, token] = /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const caller = token === undefined ? undefined : await verify(token);
    if (!caller || !opens(caller, face, isOpen)) {
      throw new ApiError('unauthorized', unauthorizedMessages[face], { 'WWW-Authenticate': 'Bearer' });
    }
    if (caller.scope === 'read' && request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ApiError('forbidden', `the scope read allows GET only; ${request.method} needs the scope full`);
    }
    response.locals.caller = caller;
    next();
  };
}

const unauthorizedMessages: Record<Face, string> = {
  public: 'credentials are missing or not good; send an internal token for this service',
  internal: 'this is for services: a signed service token for this service is needed',
  operator: 'this is for operators: a signed service token for this service is needed',
};

function opens(caller: Caller, face: Face, isOpen: boolean): boolean {
  if (caller.scope === 'open') return face === 'public' && isOpen;
  if (face === 'public') return caller.scope !== 'service' && caller.accountId !== undefined;
  return caller.scope === 'service';
}
