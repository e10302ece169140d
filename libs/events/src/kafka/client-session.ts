import net from 'node:net';
import tls from 'node:tls';
import { type ISocketFactory, Kafka, logLevel } from 'kafkajs';
import type { KafkaSettings } from './kafka-options';

/** A client of the cluster whose connections can be closed in any state. */
export interface ClientSession {
  kafka: Kafka;
  /**
   * Closes all connections and opens no new ones; pending requests fail immediately. kafkajs' own disconnect waits for pending
   * answers, and forever if they never arrive.
   */
  destroy(): void;
}

const KEEP_ALIVE_MS = 60_000;

/**
 * A new client. Callers replace it after a failure, because it may not recover: after some failures kafkajs 2.2.4 has lost its
 * last broker and every later call of the same client fails.
 */
export function openSession(settings: KafkaSettings): ClientSession {
  const sockets = new Set<net.Socket>();
  let destroyed = false;
  const socketFactory: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    const socket = ssl
      ? tls.connect({ host, port, ...(net.isIP(host) ? {} : { servername: host }), ...ssl }, onConnect)
      : net.connect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    // kafkajs calls unref on dead sockets repeatedly while it retries, and each call waits for a connection.
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
    // Some seconds in all; retrying after that is up to the caller.
    retry: { retries: 3, initialRetryTime: 100, multiplier: 2, maxRetryTime: 1000, factor: 0.2 },
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ level, namespace, log }) => {
        // Failures of connections that were closed on purpose are ignored.
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
