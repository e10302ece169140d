import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import { until } from '@keyhaven/testing/until';
import type { Account } from './account';
import { type Answer, send, type Sent } from './http-client';
import { bodyOf, withId } from './read-answer';
import type { Platform } from './start-platform';

/** An account that has no records. */
export type BareAccount = Omit<Account, 'ids' | 'attachment'>;

/** Sends requests as an account, and operator requests about the account. */
export interface AccountClient {
  platform: Platform;
  marker: string;
  /** A text with the marker of the account. */
  text: (what: string) => string;
  get: (target: string) => Promise<Answer>;
  patch: (target: string, body: object) => Promise<Answer>;
  /** Sends a POST request, and repeats it while a service does not know a record that the request refers to. */
  post: (target: string, body: object) => Promise<Answer>;
  operate: (service: DataServiceName, target: string, body: object, method?: string) => Promise<Answer>;
  /** Returns the id of the record in the response. */
  idIn: (answering: Promise<Answer>) => Promise<string>;
}

export function accountClient(platform: Platform, { userId, marker, credentials }: BareAccount): AccountClient {
  const call = (target: string, sent: Partial<Sent> = {}) =>
    send(platform.url, { target, ...sent, headers: { authorization: credentials.app } });
  return {
    platform,
    marker,
    text: (what) => `${marker} ${what}`,
    get: (target) => call(target),
    patch: (target, body) => call(target, { method: 'PATCH', body }),
    post: (target, body) =>
      until(async () => {
        const answer = await call(target, { method: 'POST', body });
        return answer.status === 503 ? undefined : answer;
      }),
    operate: (service, target, body, method = 'POST') =>
      platform.operate(service, { method, target: `/accounts/${userId}${target}`, body }),
    idIn: async (answering) => bodyOf(await answering, withId).id,
  };
}
