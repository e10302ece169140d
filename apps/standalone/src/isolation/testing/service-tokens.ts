import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import type { Caller } from '@keyhaven/service/auth/caller';
import { z } from 'zod';
import type { Issuer } from './start-platform';
import type { TwoAccounts } from './two-accounts';

/** A token for a request to a service. `token` returns undefined if the request has no token. */
export interface ServiceToken {
  name: string;
  token: (accounts: TwoAccounts, service: DataServiceName) => Promise<string | undefined>;
}

/**
 * Returns a token that an issuer signs.
 * @param audience the service that the token is for. Defaults to the called service.
 */
export function signed(issuer: Issuer, caller: Omit<Caller, 'issuer'>, audience?: DataServiceName): ServiceToken {
  const name = `a token of ${issuer} with the scope ${caller.scope}${audience ? ` for ${audience}` : ''}`;
  return {
    name,
    token: ({ platform }, service) => platform.signers[issuer]({ audience: audience ?? service, ...caller }),
  };
}

/** Tokens that every route must refuse. */
export const tokensOfNobody: readonly ServiceToken[] = [
  { name: 'no token', token: () => Promise.resolve(undefined) },
  { name: "a client's token", token: ({ victim }) => Promise.resolve(victim.accessToken) },
  {
    name: 'a token without a signature',
    token: async ({ platform }, service) => {
      const token = await platform.signers.operator({ audience: service, scope: 'service' });
      return changed(token, { header: { alg: 'none' }, signature: '' });
    },
  },
  {
    name: 'a token that was signed for another account',
    token: async ({ platform, attacker, victim }, service) => {
      const caller = { scope: 'full', accountId: attacker.userId, credentialId: '1' } as const;
      const token = await platform.signers.gateway({ audience: service, ...caller });
      return changed(token, { payload: { user_id: victim.userId } });
    },
  },
  {
    name: 'a token that was signed with another scope',
    token: async ({ platform }, service) => {
      const token = await platform.signers.operator({ audience: service, scope: 'open' });
      return changed(token, { payload: { scope: 'service' } });
    },
  },
];

interface Change {
  header?: object;
  payload?: object;
  signature?: string;
}

/** Returns a token in which some fields are replaced. */
function changed(token: string, { header = {}, payload = {}, signature }: Change): string {
  const parts = token.split('.');
  const part = (at: number, change: object) => {
    const fields = z.looseObject({}).parse(JSON.parse(Buffer.from(parts[at]!, 'base64url').toString()));
    return Buffer.from(JSON.stringify({ ...fields, ...change })).toString('base64url');
  };
  return [part(0, header), part(1, payload), signature ?? parts[2]].join('.');
}
