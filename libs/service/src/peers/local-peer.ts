import { tracing } from '@keyhaven/tracing/tracing';
import type { InternalCalls } from '../http/internal-calls';
import { CallSlots } from './call-slots';
import { CALL_MS, callPeer, PARALLEL_CALLS, type Peer, type PeerRequest } from './peer';

export interface LocalPeerOptions {
  /** The name of the called service. */
  service: string;
  /** The name of the calling service. */
  issuer: string;
  /** Returns the routes of the called service; undefined until it has started. */
  calls: () => InternalCalls | undefined;
  timeoutMs?: number;
  /** The maximum number of calls that run in parallel. */
  parallel?: number;
}

/** Another service in the same process. Calls need no connection, no token and no JSON. */
export class LocalPeer implements Peer {
  private readonly slots: CallSlots;

  constructor(private readonly options: LocalPeerOptions) {
    this.slots = new CallSlots(options.parallel ?? PARALLEL_CALLS);
  }

  get service(): string {
    return this.options.service;
  }

  post<Answer>({ route, params, body, answer, requestId }: PeerRequest<Answer>): Promise<Answer> {
    const { service, issuer, calls, timeoutMs = CALL_MS } = this.options;
    return callPeer(service, route, async () => {
      const called = calls();
      if (!called) throw new Error(`the ${service} service has not started yet`);
      // Read the trace now, because a call that waits for a slot starts later, in the async
      // context of another call.
      const trace = tracing?.headers();
      const call = () => called.call({ issuer, path: route.path, params, body, requestId, trace });
      return answer.parse(await this.slots.run(timeoutMs, call));
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
