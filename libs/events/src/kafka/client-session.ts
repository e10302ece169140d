import net from 'node:net';
import tls from 'node:tls';
import { type ISocketFactory, Kafka, logLevel } from 'kafkajs';
import type { KafkaSettings } from './kafka-options';

/** A client of the cluster whose connections can be closed in any state. */
export interface ClientSession {
  kafka: Kafka;
  /**
   * Closes all connections and opens no new ones. Pending requests fail immediately. The disconnect
   * of kafkajs is not used, because it waits for pending answers even if they never arrive.
   */
  destroy(): void;
}

const KEEP_ALIVE_MS = 60_000;

/**
 * Opens a new client. Callers replace the client after a failure, because it might not recover: after
 * some failures, a client of kafkajs 2.2.4 no longer knows any broker, and all later calls fail.
 */
export function openSession(settings: KafkaSettings): ClientSession {
  const sockets = new Set<net.Socket>();
  let destroyed = false;
  const socketFactory: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    const socket = ssl
      ? tls.connect({ host, port, ...(net.isIP(host) ? {} : { servername: host }), ...ssl }, onConnect)
      : net.connect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    // During its retries, kafkajs repeatedly calls unref on dead sockets. Each call adds a
    // listener, so Node would warn about too many listeners.
    socket.setMaxListeners(0);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (destroyed) socket.destroy(new Error('the client was closed'));
    return socket;
  };
  const { requestMs } = settings.timing;
  const kafka = new Kafka({
    brokers: settings.brokers,
    clientId: settings.clientId,
    ssl: settings.ssl,
    sasl: settings.sasl,
    socketFactory,
    connectionTimeout: Math.min(requestMs, 3000),
    requestTimeout: requestMs,
    // All retries together take a few seconds. After that, the caller decides whether to retry.
    retry: { retries: 3, initialRetryTime: 100, multiplier: 2, maxRetryTime: 1000, factor: 0.2 },
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ level, namespace, log }) => {
        // Ignore errors of connections that were closed on purpose.
        if (destroyed) return;
        settings.report({
          kind: 'client_log',
          level: level === logLevel.ERROR ? 'error' : 'warn',
          message: `${namespace}: ${log.message}`,
        });
      },
  });
  return {
    kafka,
    destroy: () => {
      destroyed = true;
      for (const socket of sockets) socket.destroy(new Error('the client was closed'));
    },
  };
}
