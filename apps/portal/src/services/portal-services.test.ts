import type { InternalCalls } from '@keyhaven/service/http/internal-calls';
import { CALL_MS, PAGE_CALL_MS } from '@keyhaven/service/peers/peer';
import { ada } from '../testing/stub-identity';
import { connectServices } from './portal-services';

const link = { ...ada, kind: 'invitation' as const, expires_utc: '2040-01-01T00:00:00Z' };

/** Calls the identity service in the same process. The service answers after the given time, in milliseconds. */
function callAnsweredAfter(milliseconds: number) {
  const call = () => new Promise((resolve) => setTimeout(resolve, milliseconds, link));
  const services = connectServices({
    sign: () => Promise.reject(new Error('a call in the same process needs no token')),
    urlOf: () => 'http://127.0.0.1:1',
    inProcess: () => ({ call }) as unknown as InternalCalls,
  });
  return services.identity.lookAtLink({ body: { token: 'a-token', address: '192.0.2.1' } });
}

describe('a call from a page to the identity service', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('may take longer than other internal calls, because hashing a password is slow on a busy machine', async () => {
    const called = callAnsweredAfter(CALL_MS * 2);
    await jest.advanceTimersByTimeAsync(CALL_MS * 2);
    await expect(called).resolves.toMatchObject({ kind: 'invitation' });
  });

  it('fails with the error unavailable after ten seconds', async () => {
    const called = expect(callAnsweredAfter(PAGE_CALL_MS * 2)).rejects.toMatchObject({ code: 'unavailable' });
    await jest.advanceTimersByTimeAsync(PAGE_CALL_MS);
    await called;
  });
});
