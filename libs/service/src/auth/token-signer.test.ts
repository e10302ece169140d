import { decodeJwt } from 'jose';
import { makeIssuerKeys } from './make-keys';
import { createTokenSigner } from './token-signer';

const HOUR_MS = 3_600_000;
const request = { audience: 'booking', scope: 'service' } as const;

/** Creates a signer, and a function that sets its clock. */
async function aSigner() {
  const { privateKey } = await makeIssuerKeys('gateway');
  const start = Date.now();
  const clock = jest.spyOn(Date, 'now');
  const sign = await createTokenSigner('gateway', privateKey);
  return { start, sign, setClock: (milliseconds: number) => void clock.mockReturnValue(milliseconds) };
}
afterEach(() => void jest.restoreAllMocks());

describe('the signer of internal tokens', () => {
  it('reuses a token for half of its lifetime', async () => {
    const { start, sign, setClock } = await aSigner();
    setClock(start);
    const token = await sign(request);
    setClock(start + 29_000);
    expect(await sign(request)).toBe(token);
    setClock(start + 31_000);
    expect(await sign(request)).not.toBe(token);
  });

  it('signs with the correct time after a clock that was an hour fast has been corrected', async () => {
    const { start, sign, setClock } = await aSigner();
    setClock(start + HOUR_MS);
    await sign(request);
    setClock(start);
    expect(decodeJwt(await sign(request)).iat).toBe(Math.floor(start / 1000));
  });
});
