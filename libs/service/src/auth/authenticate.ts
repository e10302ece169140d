import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { RequestHandler } from 'express';
import { type ApiKind, CLOCK_TOLERANCE_SECONDS, TOKEN_LIFETIME_SECONDS } from './caller';
import { TokenOutOfTime } from './token-out-of-time';
import type { TokenVerifier, VerifiedCaller } from './token-verifier';

/**
 * Checks the internal token of a request, and stores the caller in `res.locals`. Refuses the
 * request with 401 if the token is not for this API, and with 403 if its scope is `read` and the
 * request is not a read.
 * @param isOpen whether to also accept the gateway's token for clients without credentials. It is
 *   set for the routes for guests, because a guest only needs to know a secret URL.
 */
export function authenticate(api: ApiKind, verify: TokenVerifier, { isOpen = false } = {}): RequestHandler {
  return async (request, response, next) => {
    const [, token] = /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const caller =
      token === undefined
        ? undefined
        : await verify(token).catch((error: unknown) => {
            throw error instanceof TokenOutOfTime ? outOfTime(api, error) : error;
          });
    if (!caller || !opens(caller, api, isOpen)) throw unauthorized(unauthorizedMessages[api]);
    if (caller.scope === 'read' && request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ApiError('forbidden', `the scope read allows GET only; ${request.method} needs the scope full`);
    }
    response.locals.caller = caller;
    next();
  };
}

const unauthorizedMessages: Record<ApiKind, string> = {
  public: 'credentials are missing or not valid; send an internal token for this service',
  internal: 'this route is for services; send a signed service token for this service',
  operator: 'this route is for operators; send a signed service token for this service',
};

function unauthorized(message: string): ApiError {
  return new ApiError('unauthorized', message, { 'WWW-Authenticate': 'Bearer' });
}

/**
 * The error for a token that is too old or from the future. On the public API, the status is 503 and
 * not 401, because the client's credentials were valid. Either the request took too long to arrive,
 * or the clocks differ. Nothing was written.
 */
function outOfTime(api: ApiKind, token: TokenOutOfTime): ApiError {
  if (api === 'public') {
    return new ApiError(
      'unavailable',
      'the request waited too long inside the platform and was not carried out; try again in 1 second',
      {
        'Retry-After': '1',
      },
    );
  }
  const accepted = `${TOKEN_LIFETIME_SECONDS} s, and ${CLOCK_TOLERANCE_SECONDS} s before and after them`;
  return unauthorized(`${token.message}; tokens are accepted for ${accepted}`);
}

function opens(caller: VerifiedCaller, api: ApiKind, isOpen: boolean): boolean {
  if (!caller.apis.has(api)) return false;
  if (caller.scope === 'open') return api === 'public' && isOpen;
  if (api === 'public') return caller.scope !== 'service' && caller.accountId !== undefined;
  return caller.scope === 'service';
}
