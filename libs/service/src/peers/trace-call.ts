import { tracing } from '@keyhaven/tracing/tracing';

interface TracedCall {
  /** The name of the called service. */
  service: string;
  method: string;
  /** The path in the contract, without the values of its parameters. */
  path?: string;
}

/**
 * Records a span for a call to another service, if the call is made in a traced request, job or
 * event.
 */
export function traceCall<Answer>({ service, method, path }: TracedCall, call: () => Promise<Answer>): Promise<Answer> {
  if (!tracing) return call();
  const attributes = { 'http.request.method': method, 'url.template': path, 'peer.service': service };
  return tracing.during({ name: `${method} ${path ?? service}`, kind: 'client', attributes }, () => call());
}
