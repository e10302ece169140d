import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { RequestHandler } from 'express';
import { CLOCK_TOLERANCE_SECONDS, type Face, TOKEN_LIFETIME_SECONDS } from './caller';
import { TokenOutOfTime } from './token-out-of-time';
import type { TokenVerifier, VerifiedCaller } from './token-verifier';

/**
 * Lets through only requests with an internal token that opens the face, and leaves the caller in res.locals.
 * @param isOpen whether the gateway's own token is enough: routes for guests, whose addresses are the secret.
 */
export function authenticate(face: Face, verify: TokenVerifier, { isOpen = false } = {}): RequestHandler {
  return async (request, response, next) => {
    const [, token] = /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const caller =
      token === undefined
        ? undefined
        : await verify(token).catch((error: unknown) => {
            throw error instanceof TokenOutOfTime ? outOfTime(face, error) : error;
          });
    if (!caller || !opens(caller, face, isOpen)) throw unauthorized(unauthorizedMessages[face]);
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

function unauthorized(message: string): ApiError {
  return new ApiError('unauthorized', message, { 'WWW-Authenticate': 'Bearer' });
}

/** On the public face the credentials of the client were good: the platform was late, and nothing has been done. */
function outOfTime(face: Face, token: TokenOutOfTime): ApiError {
  if (face === 'public') {
    return new ApiError('unavailable', 'the request waited too long inside the platform; nothing was done', {
      'Retry-After': '1',
    });
  }
  const accepted = `${TOKEN_LIFETIME_SECONDS} s, and ${CLOCK_TOLERANCE_SECONDS} s before and after them`;
  return unauthorized(`${token.message}; tokens are accepted for ${accepted}`);
}

function opens(caller: VerifiedCaller, face: Face, isOpen: boolean): boolean {
  if (!caller.faces.has(face)) return false;
  if (caller.scope === 'open') return face === 'public' && isOpen;
  if (face === 'public') return caller.scope !== 'service' && caller.accountId !== undefined;
  return caller.scope === 'service';
}
