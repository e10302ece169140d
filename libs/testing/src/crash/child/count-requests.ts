import http from 'node:http';
import { KILL_HEADER } from '../kill-point';
import { countingFrom } from './counted-calls';

/** Counts the calls that each request with the kill header causes. */
export function countRequests(): void {
  const server: { emit: (this: http.Server, event: string, ...values: unknown[]) => boolean } = http.Server.prototype;
  const { emit } = server;
  server.emit = function (this: http.Server, event: string, ...values: unknown[]): boolean {
    const killAt = event === 'request' ? (values[0] as http.IncomingMessage).headers[KILL_HEADER] : undefined;
    if (typeof killAt !== 'string') return emit.call(this, event, ...values);
    return countingFrom(killAt, () => emit.call(this, event, ...values));
  };
}
