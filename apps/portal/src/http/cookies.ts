import type { CookieOptions, Request, Response } from 'express';

/**
 * The cookies of the pages. On https, their names have the prefix `__Host-`, so that other hosts of the domain cannot
 * set them.
 */
export interface Cookies {
  session: string;
  csrf: string;
  flash: string;
  /**
   * The name of the cookie that contains a new secret, encrypted, for the page that shows the
   * secret once.
   */
  secret: string;
  options: CookieOptions;
}

export function cookiesOf(publicUrl: string): Cookies {
  const secure = publicUrl.startsWith('https:');
  const name = (rest: string) => `${secure ? '__Host-' : ''}keyhaven_${rest}`;
  return {
    session: name('session'),
    csrf: name('csrf'),
    flash: name('flash'),
    secret: name('secret'),
    // With `lax`, the session cookie is sent when an app links to the consent page, but not when another site sends a
    // form.
    options: { httpOnly: true, secure, sameSite: 'lax', path: '/' },
  };
}

/**
 * Returns the value of a cookie. Undefined if it was not sent, or if it is longer than any value
 * that the portal sets.
 */
export function readCookie(request: Request, name: string): string | undefined {
  const value = (request.cookies as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' && value !== '' && value.length <= 4000 ? value : undefined;
}

export function setCookie(response: Response, cookies: Cookies, name: string, value: string, expires?: Date): void {
  response.cookie(name, value, { ...cookies.options, expires });
}

export function clearCookie(response: Response, cookies: Cookies, name: string): void {
  response.clearCookie(name, cookies.options);
}
