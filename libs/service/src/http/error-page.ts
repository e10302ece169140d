import type { ApiError } from '@keyhaven/contracts/shared/errors';

/** Headers of an error page: it loads nothing, is not cached, and sends no Referer. */
export const errorPageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
} as const;

/** An error answer for people in browsers: what was wrong, and what they can do. */
export function errorPage({ status, messages }: ApiError, requestId: string): string {
  const isFailure = status >= 500;
  const title = isFailure ? 'This page is not available at the moment' : 'This could not be done';
  const advice = isFailure
    ? 'Please try again in a few minutes. What was done already is not done twice.'
    : 'Nothing was changed. Please open the address of the page again, or ask the person who gave it to you.';
  // Internal details do not help guests.
  const reasons = isFailure ? [] : messages;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body>
<h1>${title}</h1>
<p>${advice}</p>
${reasons.length > 0 ? `<ul>${reasons.map((reason) => `<li>${escape(reason)}</li>`).join('')}</ul>` : ''}
<p><small>Request ${escape(requestId)}</small></p>
</body>
</html>
`;
}

function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
