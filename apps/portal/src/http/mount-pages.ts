import { CLIENT_ADDRESS_HEADER } from '@keyhaven/contracts/shared/headers';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { sitePageHeaders } from '@keyhaven/pages/document/page-headers';
import type { Express, Request, Response } from 'express';
import type { PortalServices } from '../services/portal-services';
import { packFlash, unpackFlash } from '../visit/flash';
import type { PageRoute } from '../visit/page-route';
import { redirectTo, type Reply } from '../visit/reply';
import type { ShownOnce } from '../visit/shown-once';
import { SentForm, type Session, type Visit } from '../visit/visit';
import { pageFiles } from './assets';
import { clearCookie, type Cookies, readCookie, setCookie } from './cookies';
import type { Csrf } from './csrf';
import type { SecretPacker } from './secret-cookie';
import { findSession } from './sessions';

export interface PageParts {
  services: Pick<PortalServices, 'identity'>;
  cookies: Cookies;
  csrf: Csrf;
  secrets: SecretPacker;
  publicUrl: string;
}

/** Serves routes: finds the session, checks who may use the route, calls its function, and sends the reply. */
export function mountPages(app: Express, parts: PageParts, routes: readonly PageRoute[]): void {
  for (const route of routes) {
    app[route.method === 'GET' ? 'get' : 'post'](route.path, async (request, response) => {
      response.locals.route = `${route.method} ${route.path}`;
      const requestId = String(response.locals.requestId);
      const session = await findSession(parts.services, parts.cookies, request, requestId);
      const visit = visitOf(parts, request, response, session);
      send(parts, request, response, await answerOf(route, visit, session), visit);
    });
  }
}

async function answerOf(route: PageRoute, visit: Visit, session: Session | undefined): Promise<Reply> {
  if (route.access === 'everyone') return route.answer(visit);
  if (!session) return toSignIn(route, visit);
  if (route.access === 'owners' && session.person.role !== 'owner') {
    throw new ApiError('forbidden', 'only owners of the account may open this page; ask one of them');
  }
  return route.answer({ ...visit, session });
}

/**
 * Redirects to the sign-in page. If the request was for a page, the sign-in page later redirects back to it. If the
 * request was a form, its fields are lost.
 */
function toSignIn({ method }: PageRoute, { url }: Visit): Reply {
  if (method === 'GET') return redirectTo(`/portal/sign-in?${new URLSearchParams({ next: url }).toString()}`);
  return redirectTo('/portal/sign-in', { kind: 'info', text: 'You were signed out. Please sign in and try again.' });
}

function visitOf(parts: PageParts, request: Request, response: Response, session: Session | undefined): Visit {
  return {
    requestId: String(response.locals.requestId),
    address: String(request.headers[CLIENT_ADDRESS_HEADER] ?? 'unknown').slice(0, 100),
    url: request.originalUrl,
    params: request.params as Record<string, string>,
    query: new URLSearchParams(request.originalUrl.split('?').slice(1).join('?')),
    form: new SentForm((request.body as Record<string, unknown> | undefined) ?? {}),
    csrfToken: parts.csrf.tokenFor(request, response),
    flash: unpackFlash(readCookie(request, parts.cookies.flash)),
    secret: session && secretFor(parts, request, session),
    files: pageFiles,
    publicUrl: parts.publicUrl,
    now: new Date(),
    session,
  };
}

function send(
  parts: PageParts,
  request: Request,
  response: Response,
  reply: Reply,
  { session, secret: shown }: Visit,
): void {
  const { cookies } = parts;
  if (reply.kind === 'redirect') {
    const { to, flash, secret, session: change } = reply;
    if (flash) setCookie(response, cookies, cookies.flash, packFlash(flash));
    if (secret && session) setSecret(parts, response, to, secret, session);
    if (change === 'ended') clearCookie(response, cookies, cookies.session);
    else if (change) setCookie(response, cookies, cookies.session, change.token, new Date(change.expires_utc));
    response.status(303).set({ Location: to, 'Cache-Control': 'no-store' }).end();
    return;
  }
  if (readCookie(request, cookies.flash) !== undefined) clearCookie(response, cookies, cookies.flash);
  if (shown) clearCookie(response, cookies, cookies.secret);
  // The identity service extends a session that is used, so extend the expiry of the cookie too.
  if (session) setCookie(response, cookies, cookies.session, session.token, new Date(session.expiresUtc));
  if (reply.retryAfter !== undefined) response.set('Retry-After', reply.retryAfter);
  response.status(reply.status).set(sitePageHeaders(reply.formTargets)).send(reply.html);
}

/** How long a new secret can be shown, in milliseconds. */
const SECRET_MS = 60_000;

function setSecret(parts: PageParts, response: Response, path: string, secret: ShownOnce, { token }: Session): void {
  const expires = new Date(Date.now() + SECRET_MS);
  const packed = parts.secrets.pack(secret, { path, sessionToken: token }, expires);
  setCookie(response, parts.cookies, parts.cookies.secret, packed, expires);
}

function secretFor({ secrets, cookies }: PageParts, request: Request, { token }: Session): ShownOnce | undefined {
  return secrets.unpack(readCookie(request, cookies.secret), { path: request.path, sessionToken: token }, new Date());
}
