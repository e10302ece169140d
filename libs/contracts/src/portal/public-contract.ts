import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { openRoute } from '../shared/open-route';

/**
 * The path prefix of the portal's pages. The gateway forwards all requests below it to the portal.
 */
export const PORTAL_PATH = '/portal';
/** The page on which a person authorizes an app. */
export const CONSENT_PATH = '/oauth/authorize';
/** The path of the help. */
export const HELP_PATH = '/help';
/** The index of the help for language models. */
export const LLMS_PATH = '/llms.txt';

const page = z.string();
const answers = { 200: page, 303: page, 400: page, 403: page, 404: page, 429: page, 500: page, 503: page };
const reads = { method: 'GET', metadata: openRoute, responses: answers } as const;
const form = z.record(z.string(), z.unknown());
const submits = { method: 'POST', metadata: openRoute, body: form, responses: answers } as const;

/**
 * The routes that the gateway forwards to the portal. They need no API credentials, because the pages use a session
 * cookie. `*` matches everything below a path.
 */
export const portalPublicContract = initContract().router({
  showHome: {
    ...reads,
    path: '/portal',
    summary: 'Show the first page',
    description: 'Without a session it redirects to the page for signing in.',
  },
  showPage: {
    ...reads,
    path: '/portal/*',
    summary: 'Show a page, or a static file',
    description: 'Pages are for people, and need the cookie of a session, except for signing in.',
  },
  submitForm: {
    ...submits,
    path: '/portal/*',
    summary: 'Submit a form of a page',
    description: 'Only for the forms of the pages. Programs use the API.',
  },
  showConsent: {
    ...reads,
    path: CONSENT_PATH,
    summary: 'Show the page on which a person authorizes an app',
    description:
      'Apps send browsers here with `response_type=code`, `client_id`, `redirect_uri`, `state`, `scope` and a PKCE challenge. The browser comes back with `code`, `state` and `iss`, or with `error`.',
  },
  showHelp: {
    ...reads,
    path: HELP_PATH,
    summary: 'Show the first page of the help',
    description: 'No credentials are needed.',
  },
  showHelpPage: {
    ...reads,
    path: '/help/*',
    summary: 'Show a page of the help, as HTML or markdown',
    description: 'Add `.md` to the path for markdown. No credentials are needed.',
  },
  showHelpIndex: {
    ...reads,
    path: LLMS_PATH,
    summary: 'Show the index of the help for language models',
    description: 'All pages of the help with one line each. No credentials are needed.',
  },
  submitConsent: {
    ...submits,
    path: CONSENT_PATH,
    summary: 'Submit the decision of the page on which a person authorizes an app',
    description: 'Redirects the browser to the app with a code, or with the error `access_denied`.',
  },
});
