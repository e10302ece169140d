import { z } from 'zod';
import type { Answer } from './http-client';
import { withoutIds } from './compare-answers';
import { bodyOf } from './read-answer';
import type { TwoAccounts } from './two-accounts';

/** A route of the portal. */
export interface PageRoute {
  method: 'GET' | 'POST';
  path: string;
  access: string;
}

/** Opens a page or sends a form, as a person who is signed in. */
export type Visit = (method: PageRoute['method'], target: string, form?: Record<string, string>) => Promise<Answer>;

interface Person {
  userId: number;
  personId: number;
}

/** Signs a person in. @returns a function that visits pages in the session of the person. */
export async function signIn({ platform, sendAsOther }: TwoAccounts, { userId, personId }: Person): Promise<Visit> {
  const target = `/accounts/${userId}/users/${personId}/links`;
  const link = await platform.operate('identity', { method: 'POST', target, body: {} });
  const { url } = bodyOf(link, z.object({ url: z.string() }));
  const redeemed = { token: url.split('/').at(-1), password: 'a long password of a person', address: '127.0.0.1' };
  const session = z.object({ active: z.literal(true), token: z.string() });
  const { token } = bodyOf(await platform.callAsPortal('/internal/links/redeem', redeemed), session);
  const cookie = `keyhaven_session=${token}`;
  const { headers } = await sendAsOther({ target: '/portal', headers: { cookie } });
  const [, csrf = ''] = /keyhaven_csrf=([^;,]+)/.exec(headers['set-cookie'] ?? '') ?? [];
  const ofForm = { cookie: `${cookie}; keyhaven_csrf=${csrf}`, 'sec-fetch-site': 'same-origin' };
  return (method, page, form = {}) =>
    method === 'GET'
      ? sendAsOther({ target: page, headers: { cookie } })
      : sendAsOther({
          method,
          target: page,
          headers: ofForm,
          form: { ...form, csrf_token: decodeURIComponent(csrf) },
        });
}

/** Parts of a page that may differ between two responses to the same request. */
const ofOnePage = [/other-\d+/g, /name="csrf_token" value="[^"]*"/g, /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g];

/**
 * Returns the visible parts of a response: the page, the target of a redirect, and whether the next page shows a
 * message. Removes ids, and parts that differ between two responses to the same request.
 */
export function seen({ status, headers, text }: Answer, ids: readonly string[]): string {
  const [location = '', cookies = ''] = [headers.location, headers['set-cookie']];
  const shown = withoutIds(`${status} ${location} ${cookies.includes('keyhaven_flash=')} ${text}`, ids);
  return ofOnePage.reduce((rest, part) => rest.replace(part, '<once>'), shown);
}

/** Returns the path of a page with values for its parameters. */
export function addressOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
