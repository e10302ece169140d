import net from 'node:net';
import tls from 'node:tls';
import { type ISocketFactory, Kafka, logLevel } from 'kafkajs';
import type { KafkaSettings } from './kafka-options';

/** A client of the cluster, whose connections can be ended whatever state it is in. */
export interface ClientSession {
  kafka: Kafka;
  /**
   * Cuts all connections and takes no new ones; what waits for an answer fails at once. kafkajs' own disconnect waits
   * for pending answers, and for ever if they never come.
   */
  destroy(): void;
}

const KEEP_ALIVE_MS = 60_000;

/**
 * A new client. Whoever holds one replaces it after a failure instead of trusting it to recover: after some failures
 * kafkajs 2.2.4 has lost its last broker and every later call of the same client fails.
 */
export function openSession(settings: KafkaSettings): ClientSession {
  const sockets = new Set<net.Socket>();
  let destroyed = false;
  const socketFactory: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    const socket = ssl
      ? tls.connect({ host, port, ...(net.isIP(host) ? {} : { servername: host }), ...ssl }, onConnect)
      : net.connect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    // kafkajs calls unref on dead sockets again and again while it retries, and each call waits for a connection.
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
    // Some seconds in all; going on after that is the business of whoever holds the session.
    retry: { retries: 3, initialRetryTime: 100, multiplier: 2, maxRetryTime: 1000, factor: 0.2 },
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ level, namespace, log }) => {
        // What fails when the connections are cut on purpose is nobody's trouble.
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
