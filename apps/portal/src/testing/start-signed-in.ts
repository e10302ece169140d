import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { PortalServices } from '../services/portal-services';
import type { Browser } from './browser';
import { type PortalUnderTest, startPortalUnderTest } from './portal-under-test';
import { identityOfAda, sessionToken } from './stub-identity';

interface Options {
  role?: 'owner' | 'member';
  services?: Partial<Omit<PortalServices, 'identity'>>;
}

/** Starts the portal, and a browser in which Ada is signed in. */
export async function startSignedIn(
  answers: Partial<PortalServices['identity']> = {},
  { role = 'owner', services = {} }: Options = {},
): Promise<{ portal: PortalUnderTest; browser: Browser }> {
  const portal = await startPortalUnderTest({ ...services, identity: { ...identityOfAda(role), ...answers } });
  const browser = portal.browser();
  browser.cookies.set('keyhaven_session', sessionToken);
  return { portal, browser };
}

/** Returns a stub of a service's route that refuses each request with these messages. */
export const refusing = (...messages: string[]) => jest.fn(() => Promise.reject(new ApiError('bad_request', messages)));
export const refusingWith = (...error: ConstructorParameters<typeof ApiError>) =>
  jest.fn(() => Promise.reject(new ApiError(...error)));
/** Returns a stub of a service's route that gives this response to each request. */
export const answering = <Answer>(answer: Answer) => jest.fn((..._request: unknown[]) => Promise.resolve(answer));

/** Returns the HTML start tag of a form field. */
export function fieldOf(html: string, name: string): string {
  // The values of attributes may contain the character >.
  const attributes = '(?:[^>"]|"[^"]*")*';
  return new RegExp(`<(?:input|textarea|select)${attributes} name="${name}"${attributes}>`).exec(html)?.[0] ?? '';
}

/** Returns the text of the error below a field; undefined if the field is not marked as wrong. */
export function errorOf(html: string, name: string): string | undefined {
  if (!fieldOf(html, name).includes('aria-invalid="true"')) return undefined;
  return new RegExp(`<p class="error" id="field-${name}-error">([^<]*)</p>`).exec(html)?.[1];
}
