import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { KafkaBusOptions } from '@keyhaven/events/kafka/kafka-options';
import { z } from 'zod';

/**
 * The settings of services that publish and consume events. `addKafkaFaults` checks the settings
 * that depend on each other.
 */
export const kafkaSettings = z.object({
  /** The addresses of Kafka brokers (host:port), separated by commas. */
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine((addresses) => addresses.every((address) => /^[^\s:]+:\d+$/.test(address)), {
      error: 'expected host:port, …',
    }),
  /**
   * How many brokers store each event, and how many of them must have stored it before it counts as
   * published. The second number must not exceed the first. With a single broker, set both to 1.
   */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().min(1).max(10).default(3),
  KAFKA_MIN_INSYNC_REPLICAS: z.coerce.number().int().min(1).max(10).default(2),
  /** Whether connections to the brokers use TLS. */
  KAFKA_TLS: z.enum(['on', 'off']).default('off'),
  /**
   * A PEM file with the authorities that sign the brokers' certificates. By default, the
   * certificate authorities that Node trusts are used.
   */
  KAFKA_CA_FILE: z.string().min(1).optional(),
  /**
   * PEM files with the certificate of this client and with its private key. The brokers recognise
   * the client by the certificate.
   */
  KAFKA_CLIENT_CERTIFICATE_FILE: z.string().min(1).optional(),
  KAFKA_CLIENT_KEY_FILE: z.string().min(1).optional(),
  /** The mechanism by which the user name and password are sent. If it is not set, neither is sent. */
  KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
  KAFKA_SASL_USERNAME: z.string().min(1).optional(),
  KAFKA_SASL_PASSWORD: z.string().min(1).optional(),
});
export type KafkaSettings = z.output<typeof kafkaSettings>;

const tlsFiles = ['KAFKA_CA_FILE', 'KAFKA_CLIENT_CERTIFICATE_FILE', 'KAFKA_CLIENT_KEY_FILE'] as const;
const credentials = ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'] as const;

/** Reports settings that do not fit together. Each fault has the name of the setting to change. */
export function addKafkaFaults(settings: Partial<KafkaSettings>, context: z.RefinementCtx): void {
  for (const [name, message] of kafkaFaults(settings)) context.addIssue({ code: 'custom', path: [name], message });
}

function kafkaFaults(settings: Partial<KafkaSettings>): Map<keyof KafkaSettings, string> {
  const faults = new Map<keyof KafkaSettings, string>();
  const { KAFKA_TLS, KAFKA_SASL_MECHANISM, KAFKA_CLIENT_CERTIFICATE_FILE, KAFKA_CLIENT_KEY_FILE } = settings;
  const { KAFKA_REPLICATION_FACTOR: replicas, KAFKA_MIN_INSYNC_REPLICAS: inSync } = settings;
  // Kafka accepts a topic that requires more in-sync replicas than it has, but refuses every event.
  if (replicas !== undefined && inSync !== undefined && inSync > replicas)
    faults.set(
      'KAFKA_MIN_INSYNC_REPLICAS',
      `is ${inSync}, but KAFKA_REPLICATION_FACTOR is ${replicas}; expected at most ${replicas}`,
    );
  const unused = tlsFiles.filter((name) => settings[name] !== undefined);
  if (KAFKA_TLS === 'off' && unused.length > 0)
    faults.set('KAFKA_TLS', `is off, but ${unused.join(', ')} is set; expected on`);
  if (KAFKA_CLIENT_CERTIFICATE_FILE && !KAFKA_CLIENT_KEY_FILE)
    faults.set('KAFKA_CLIENT_KEY_FILE', 'is not set, but KAFKA_CLIENT_CERTIFICATE_FILE needs it');
  if (KAFKA_CLIENT_KEY_FILE && !KAFKA_CLIENT_CERTIFICATE_FILE)
    faults.set('KAFKA_CLIENT_CERTIFICATE_FILE', 'is not set, but KAFKA_CLIENT_KEY_FILE needs it');
  for (const name of credentials) {
    if (KAFKA_SASL_MECHANISM && !settings[name])
      faults.set(name, `is not set, but KAFKA_SASL_MECHANISM=${KAFKA_SASL_MECHANISM} needs it`);
    if (!KAFKA_SASL_MECHANISM && settings[name])
      faults.set('KAFKA_SASL_MECHANISM', `is not set, but ${name} is; expected plain, scram-sha-256 or scram-sha-512`);
  }
  return faults;
}

/**
 * Returns the connection options for kafkajs. The TLS files are read only once, so a new
 * certificate requires a restart.
 * @throws Error with the name of the setting whose file cannot be read or used.
 */
export function kafkaConnection(settings: KafkaSettings): Pick<KafkaBusOptions, 'brokers' | 'ssl' | 'sasl'> {
  return {
    brokers: settings.KAFKA_BROKERS,
    ssl: settings.KAFKA_TLS === 'on' ? tlsOptions(settings) : undefined,
    sasl: saslOptions(settings),
  };
}

function saslOptions(settings: KafkaSettings): KafkaBusOptions['sasl'] {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME = '', KAFKA_SASL_PASSWORD = '' } = settings;
  const user = { username: KAFKA_SASL_USERNAME, password: KAFKA_SASL_PASSWORD };
  // One case for each mechanism, because the types of kafkajs require a literal mechanism.
  switch (mechanism) {
    case 'plain':
      return { mechanism, ...user };
    case 'scram-sha-256':
      return { mechanism, ...user };
    case 'scram-sha-512':
      return { mechanism, ...user };
    case undefined:
      return undefined;
  }
}

function tlsOptions(settings: KafkaSettings) {
  const ca = readPem(settings, 'KAFKA_CA_FILE', (pem) => new X509Certificate(pem));
  const cert = readPem(settings, 'KAFKA_CLIENT_CERTIFICATE_FILE', (pem) => new X509Certificate(pem));
  const key = readPem(settings, 'KAFKA_CLIENT_KEY_FILE', (pem) => createPrivateKey(pem));
  if (cert && key && !cert.parsed.checkPrivateKey(key.parsed))
    throw new Error('KAFKA_CLIENT_KEY_FILE is not the key of the certificate in KAFKA_CLIENT_CERTIFICATE_FILE');
  return { ca: ca?.pem, cert: cert?.pem, key: key?.pem };
}

/**
 * Reads a PEM file and checks it. Otherwise a wrong file would only cause a failed connection
 * without a clear reason.
 */
function readPem<Parsed>(settings: KafkaSettings, name: (typeof tlsFiles)[number], parse: (pem: string) => Parsed) {
  const file = settings[name];
  if (file === undefined) return undefined;
  try {
    const pem = readFileSync(file, 'utf8');
    return { pem, parsed: parse(pem) };
  } catch (error) {
    // Use only the code of the error, because its message could quote the key.
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `${name}: ${file} ${code === 'ENOENT' ? 'does not exist' : `cannot be used (${code ?? 'no PEM'})`}`,
    );
  }
}
