import { styleSource } from '../style/style-sheet';

const everyPage = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
} as const;

/**
 * Headers of a page that needs no other files: it has no scripts, frames or external resources. The
 * Content-Security-Policy has no form-action, because the response to a form may redirect to any
 * site. The URL of the page is not sent as Referer.
 */
export const standalonePageHeaders = {
  ...everyPage,
  'Content-Security-Policy': `default-src 'none'; style-src ${styleSource}; base-uri 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
} as const;

/**
 * Headers of a page that loads only static files of its own site.
 * @param formTargets additional origins to which the response to a form of the page may redirect.
 */
export function sitePageHeaders(formTargets: readonly string[] = []): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    ...everyPage,
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}
