/**
 * Returns the page to which a person goes after signing in: the requested page, if it belongs to
 * this portal. Other URLs are ignored, because a link to the sign-in page could otherwise lead
 * people to another site.
 */
export function nextPage(sent: string | null): string {
  if (sent === null || sent.length > 16_000) return '/portal';
  const base = 'http://portal';
  const url = URL.canParse(sent, base) ? new URL(sent, base) : undefined;
  // Refuse URLs that a browser would change before it uses them: `//host`, `/\\host`, dot segments.
  const isOwn = url?.origin === base && sent === `${url.pathname}${url.search}`;
  const isPage = /^\/(portal|oauth\/authorize)(\/|\?|$)/.test(sent) && !/^\/portal\/(sign-|assets)/.test(sent);
  return isOwn && isPage && !url.pathname.includes('//') ? sent : '/portal';
}
