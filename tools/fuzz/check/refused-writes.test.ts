import type { Outcome, WireRequest } from '../send/wire-request';
import { RefusedWrites } from './refused-writes';

const requestTo = (target: string): WireRequest => ({
  method: 'POST',
  target,
  headers: [],
  body: undefined,
  isChunked: false,
  rawHead: undefined,
});
const answer = (status: number): Outcome => ({ status, headers: {}, body: Buffer.alloc(0), ms: 1 });
const targetsOf = (requests: readonly WireRequest[] = []) => requests.map(({ target }) => target);

/**
 * Returns a stub of an account. It accepts each `/accepted…` request once, and refuses all other requests. Accepted
 * requests change the stored data, and so do `/leaky…` requests, although they are refused.
 */
function anAccount() {
  let changes = 0;
  const sent: string[] = [];
  const send = ({ target }: WireRequest) => {
    const isAccepted = target.startsWith('/accepted') && !sent.includes(target);
    if (isAccepted || target.startsWith('/leaky')) changes++;
    sent.push(target);
    return Promise.resolve(answer(isAccepted ? 200 : 400));
  };
  const read = () => Promise.resolve(new Map([['stays 1', String(changes)]]));
  return { sent, writes: new RefusedWrites({ send, read }, 0) };
}

describe('a batch of writes that should be refused', () => {
  it('is sent only once if all of its writes are refused', async () => {
    const { sent, writes } = anAccount();
    const requests = ['/refused/1', '/refused/2', '/refused/3'].map(requestTo);
    expect(await writes.check(requests)).toEqual({ compared: 3, found: undefined });
    expect(sent).toHaveLength(3);
  });

  it('is sent again without the writes that were accepted', async () => {
    const { sent, writes } = anAccount();
    const requests = ['/refused/1', '/accepted/2', '/refused/3'].map(requestTo);
    expect(await writes.check(requests)).toEqual({ compared: 2, found: undefined });
    expect(sent).toEqual(['/refused/1', '/accepted/2', '/refused/3', '/refused/1', '/refused/3']);
  });

  it('is divided until the write that changes stored data is found, even if another write is accepted', async () => {
    const { writes } = anAccount();
    const many = Array.from({ length: 20 }, (_, at) => `/refused/${at}`);
    const { compared, found } = await writes.check([...many, '/leaky/x', '/accepted/y'].map(requestTo));
    expect([compared, targetsOf(found?.requests)]).toEqual([21, ['/leaky/x']]);
  });

  it('is not checked if all of its writes are accepted', async () => {
    const { writes } = anAccount();
    expect(await writes.check([requestTo('/accepted/1')])).toEqual({ compared: 0, found: undefined });
  });

  it('is checked without the writes whose outcome is unknown (504)', async () => {
    let changes = 0;
    const send = ({ target }: WireRequest) => {
      if (target === '/unknown') changes++;
      return Promise.resolve(answer(target === '/unknown' ? 504 : 503));
    };
    const read = () => Promise.resolve(new Map([['stays 1', String(changes)]]));
    const writes = new RefusedWrites({ send, read }, 0);
    expect(await writes.check(['/refused', '/unknown'].map(requestTo))).toEqual({ compared: 1, found: undefined });
  });

  it('is sent only when the account has no pending events or jobs', async () => {
    let reads = 0;
    const sentAfter: number[] = [];
    const read = () => Promise.resolve(new Map([['stays 1', ++reads < 4 ? 'pending x' : 'x']]));
    const send = () => {
      sentAfter.push(reads);
      return Promise.resolve(answer(400));
    };
    const writes = new RefusedWrites({ send, read }, 0);
    expect(await writes.check([requestTo('/refused/1')])).toEqual({ compared: 1, found: undefined });
    // The fourth snapshot is the first without pending work, and the fifth is equal to it.
    expect(sentAfter).toEqual([5]);
  });

  it('is sent only when the stored data of the account has stopped changing', async () => {
    let reads = 0;
    // The stored data changes until the third snapshot.
    const read = () => Promise.resolve(new Map([['stays 1', String(Math.min(++reads, 3))]]));
    const writes = new RefusedWrites({ send: () => Promise.resolve(answer(400)), read }, 0);
    expect(await writes.check([requestTo('/refused/1')])).toEqual({ compared: 1, found: undefined });
  });
});
