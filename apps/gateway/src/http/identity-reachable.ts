import { request } from 'undici';

/** How long the identity service may take to respond, in milliseconds. */
const TIMEOUT_MS = 1000;

/**
 * Checks whether the identity service can be reached.
 * @returns an empty list if the service can be reached, otherwise the reason why the gateway is not
 *   ready.
 */
export async function identityReachable(url: string): Promise<string[]> {
  try {
    const { statusCode, body } = await request(new URL('/healthz', url), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await body.dump();
    return statusCode === 200 ? [] : [`the identity service answers ${statusCode}`];
  } catch {
    return ['the identity service cannot be reached'];
  }
}
