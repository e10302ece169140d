import type { DataServiceName, ServiceName } from '@keyhaven/contracts/platform/services';
import type { ApiKind } from './caller';

/** Returns which APIs of a service an issuer may call. The service is the audience of the token. */
export type IssuerGrants = (issuer: string, audience: string) => ReadonlySet<ApiKind>;

const everyService = '*';
type Row = Partial<Record<ApiKind, typeof everyService | readonly DataServiceName[]>>;

/**
 * For each issuer, the services that it may call, by API. All other calls are refused, even with a
 * valid signature. So a stolen key gives no more access than its service has.
 */
const table: Readonly<Record<ServiceName | 'operator', Row>> = {
  gateway: { public: everyService, internal: ['identity'] },
  portal: { public: everyService, internal: ['identity', 'webhook'], operator: ['webhook'] },
  operator: { public: everyService, operator: everyService },
  identity: { internal: ['webhook'] },
  booking: { internal: ['identity', 'pricing', 'fees', 'finance'] },
  pricing: { internal: ['identity', 'booking'] },
  fees: { internal: ['identity', 'booking', 'pricing'] },
  messaging: { internal: ['identity', 'booking'] },
  finance: { internal: ['identity', 'booking'] },
  webhook: { internal: ['identity'] },
};

const apiKinds: readonly ApiKind[] = ['public', 'internal', 'operator'];

/** Returns which APIs an issuer may call, according to the table. All services use this function. */
export const issuerGrants: IssuerGrants = (issuer, audience) => {
  const row: Row = Object.hasOwn(table, issuer) ? table[issuer as keyof typeof table] : {};
  return new Set(
    apiKinds.filter((api) => {
      const audiences = row[api];
      return audiences === everyService || audiences?.some((name) => name === audience);
    }),
  );
};
