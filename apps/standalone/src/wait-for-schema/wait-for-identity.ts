import { z } from 'zod';
import { type Waiting, waitWhile } from './wait-while';

export interface WaitForIdentityOptions extends Waiting {
  /** The URL of identity. */
  url: string;
  /** The schema version that identity must have. A newer version is accepted too. */
  version: number;
}

/** How long identity may take to answer, in milliseconds. */
const ANSWER_MS = 3000;
const health = z.object({ schema_version: z.int() });

/**
 * Waits until identity serves requests with the schema version of this program, or a newer one. Identity serves
 * requests only after its migrations are applied and its indexes exist. So this check needs
 * no access to a database.
 * @throws Error with the last reason if the time runs out.
 */
export async function waitForIdentity(options: WaitForIdentityOptions): Promise<void> {
  const { url, version, report } = options;
  await waitWhile(async () => {
    try {
      const response = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(ANSWER_MS) });
      const { schema_version } = health.parse(await response.json());
      return schema_version < version ? `identity still runs on schema version ${schema_version}` : undefined;
    } catch (error) {
      return `identity at ${url} does not answer: ${messageOf(error)}`;
    }
  }, options);
  report(`identity has schema version ${version}, which this version needs`);
}

/** Returns why a request failed. If `fetch` fails, the reason is not in the error itself, but in its cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
