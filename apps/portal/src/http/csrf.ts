import { ApiError } from '@keyhaven/contracts/shared/errors';
import { doubleCsrf } from 'csrf-csrf';
import type { Request, RequestHandler, Response } from 'express';
import { type Cookies, readCookie } from './cookies';

/** CSRF tokens. A token proves that a form comes from a page of this portal that was opened in the same session. */
export interface Csrf {
  /** Refuses forms without a valid token. */
  protect: RequestHandler;
  /** Returns the token for the forms of a page, and sets it as a cookie. */
  tokenFor(request: Request, response: Response): string;
}

export function createCsrf(secret: string, cookies: Cookies): Csrf {
  const { validateRequest, generateCsrfToken } = doubleCsrf({
    getSecret: () => secret,
    getSessionIdentifier: (request) => readCookie(request, cookies.session) ?? 'nobody',
    cookieName: cookies.csrf,
    cookieOptions: { ...cookies.options, sameSite: 'lax' },
    getCsrfTokenFromRequest: ({ body }: Request) => (body as Record<string, unknown> | undefined)?.csrf_token as string,
  });
  return {
    protect: (request, _response, next) => {
      if (request.method === 'GET' || request.method === 'HEAD' || validateRequest(request)) return next();
      throw new ApiError(
        'forbidden',
        'the form has expired, because you signed in or out after you opened it; go back, reload the page and send it again',
      );
    },
    tokenFor: (request, response) => generateCsrfToken(request, response),
  };
}
