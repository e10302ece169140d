import type { Flash } from './flash';
import type { ShownOnce } from './shown-once';

/** What a route's function returns: either a page or a redirect. */
export type Reply =
  | {
      kind: 'page';
      status: number;
      html: string;
      /**
       * Additional sources for form-action in the page's security policy: the sites to which the response to a form may
       * redirect.
       */
      formTargets?: readonly string[];
      /** The header Retry-After of a refusal, in seconds. */
      retryAfter?: string;
    }
  | {
      kind: 'redirect';
      to: string;
      /** A message that the next page shows. */
      flash?: Flash;
      /** A new secret that the next page shows once. The URL of that page must have no query. */
      secret?: ShownOnce;
      /** A new session, or the end of the current one. */
      session?: { token: string; expires_utc: string } | 'ended';
    };

/**
 * Allows all sites, for pages whose form leads to an app. Chromium applies form-action to every redirect that follows a
 * form, and the app may redirect to other sites.
 */
export const anySite = ['https:', 'http:'] as const;

/** Redirects to the page that shows a new secret, so that a reload does not create another secret. */
export function showOnce(to: string, secret: ShownOnce): Reply {
  return { kind: 'redirect', to, secret };
}

/** Redirects to another page. This is the reply to every form whose action succeeded. */
export function redirectTo(to: string, flash?: Flash): Reply {
  return { kind: 'redirect', to, flash };
}
