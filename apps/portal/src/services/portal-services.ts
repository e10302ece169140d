import { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import { type DataServiceName, dataServiceNames } from '@keyhaven/contracts/platform/services';
import { webhookInternalContract } from '@keyhaven/contracts/webhook/internal-contract';
import { webhookOperatorContract } from '@keyhaven/contracts/webhook/operator-contract';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import type { InternalCalls } from '@keyhaven/service/http/internal-calls';
import { type PlainRequest, ServiceConnection } from '@keyhaven/service/peers/contract-client';
import { LocalPeer } from '@keyhaven/service/peers/local-peer';
import { PAGE_CALL_MS, type Peer } from '@keyhaven/service/peers/peer';
import { type PeerClient, peerClient } from '@keyhaven/service/peers/peer-client';
import { PeerConnection } from '@keyhaven/service/peers/peer-connection';
import type { AppRouter } from '@keyhaven/contracts/platform/ts-rest';
import type { Session } from '../visit/visit';

/** The services that the pages call. */
export interface PortalServices {
  /** Sessions, people, tokens, apps and authorizations. */
  identity: PeerClient<typeof identityInternalContract>;
  /** The subscriptions of an account and their deliveries. */
  webhook: PeerClient<typeof webhookInternalContract>;
  /** The delivery settings of apps. */
  webhookOperator: ReturnType<typeof operatorClient>;
  /**
   * Returns the client of a public contract. The service responds as the public API does, for the account of the
   * session. An owner has the scope `full`, and a member has the scope `read`. Example: `bodyOf(await
   * services.api('booking', bookingPublicContract, session).listBookings({ query: {} }))`.
   */
  api: <Contract extends AppRouter>(
    service: DataServiceName,
    contract: Contract,
    session: Session,
  ) => ReturnType<typeof apiClient<Contract>>;
  /** Sends a request to the public API unchanged, for the account of the session. */
  send: (
    service: DataServiceName,
    session: Session,
    request: PlainRequest,
    requestId: string,
  ) => Promise<{ status: number; headers: Headers; body: unknown }>;
  close(): Promise<void>;
}

interface Wiring {
  /** Signs tokens as the issuer `portal`. */
  sign: TokenSigner;
  urlOf: (service: DataServiceName) => string;
  /**
   * Returns the internal routes of a service that runs in the same process. Absent if the portal runs in its own
   * process.
   */
  inProcess?: (service: string) => InternalCalls | undefined;
}

export function connectServices({ sign, urlOf, inProcess }: Wiring): PortalServices {
  const connections = Object.fromEntries(
    dataServiceNames.map((name) => [name, new ServiceConnection(name, () => urlOf(name), sign)]),
  ) as Record<DataServiceName, ServiceConnection>;
  const peerOf = (service: DataServiceName): Peer =>
    inProcess
      ? new LocalPeer({ service, issuer: 'portal', calls: () => inProcess(service), timeoutMs: PAGE_CALL_MS })
      : new PeerConnection({ service, url: () => urlOf(service), sign, timeoutMs: PAGE_CALL_MS });
  const [identity, webhook] = [peerOf('identity'), peerOf('webhook')];
  return {
    identity: peerClient(identityInternalContract, identity),
    webhook: peerClient(webhookInternalContract, webhook),
    webhookOperator: operatorClient(connections.webhook),
    api: (service, contract, session) => apiClient(connections[service], contract, session),
    send: (service, session, request, requestId) => connections[service].request(request, callerOf(session), requestId),
    close: async () => {
      await Promise.all([identity.close(), webhook.close()]);
      await Promise.all(Object.values(connections).map((connection) => connection.close()));
    },
  };
}

function operatorClient(webhook: ServiceConnection) {
  return webhook.client(webhookOperatorContract, { scope: 'service' });
}

function apiClient<Contract extends AppRouter>(service: ServiceConnection, contract: Contract, session: Session) {
  return service.client(contract, callerOf(session));
}

/**
 * Returns the account and the scope with which the portal calls services in a session. Owners may read and write,
 * members may only read.
 */
function callerOf({ person, account }: Session) {
  const scope = person.role === 'owner' ? ('full' as const) : ('read' as const);
  return { scope, accountId: account.id, credentialId: 'portal' };
}
