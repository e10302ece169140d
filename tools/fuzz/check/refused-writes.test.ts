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

/** An account that refuses `/refused…`, accepts `/accepted…` once, and changes with each accepted or `/leaky…` request. */
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

describe('a batch of refused writes', () => {
  it('is sent once and compared as a whole if all are refused', async () => {
    const { sent, writes } = anAccount();
    const requests = ['/refused/1', '/refused/2', '/refused/3'].map(requestTo);
    expect(await writes.check(requests)).toEqual({ compared: 3, found: undefined });
    expect(sent).toHaveLength(3);
  });

  it('is compared without the writes that are accepted after all', async () => {
    const { sent, writes } = anAccount();
    const requests = ['/refused/1', '/accepted/2', '/refused/3'].map(requestTo);
    expect(await writes.check(requests)).toEqual({ compared: 2, found: undefined });
    expect(sent).toEqual(['/refused/1', '/accepted/2', '/refused/3', '/refused/1', '/refused/3']);
  });

  it('is searched for the write that changes something, also beside accepted ones', async () => {
    const { writes } = anAccount();
    const many = Array.from({ length: 20 }, (_, at) => `/refused/${at}`);
    const { compared, found } = await writes.check([...many, '/leaky/x', '/accepted/y'].map(requestTo));
    expect([compared, targetsOf(found?.requests)]).toEqual([21, ['/leaky/x']]);
  });

  it('proves nothing if all are accepted', async () => {
    const { writes } = anAccount();
    expect(await writes.check([requestTo('/accepted/1')])).toEqual({ compared: 0, found: undefined });
  });

  it('begins only when nothing is pending', async () => {
    let reads = 0;
    const sentAfter: number[] = [];
    const read = () => Promise.resolve(new Map([['stays 1', ++reads < 4 ? 'pending x' : 'x']]));
    const send = () => {
      sentAfter.push(reads);
      return Promise.resolve(answer(400));
    };
    const writes = new RefusedWrites({ send, read }, 0);
    expect(await writes.check([requestTo('/refused/1')])).toEqual({ compared: 1, found: undefined });
    // The fourth reading is the first without pending work, and the fifth is equal to it.
    expect(sentAfter).toEqual([5]);
  });

  it('begins only when the account has stopped changing', async () => {
    let reads = 0;
    // It changes until the third reading.
    const read = () => Promise.resolve(new Map([['stays 1', String(Math.min(++reads, 3))]]));
    const writes = new RefusedWrites({ send: () => Promise.resolve(answer(400)), read }, 0);
    expect(await writes.check([requestTo('/refused/1')])).toEqual({ compared: 1, found: undefined });
  });
});
