import { z } from 'zod';

/** Where a process shows its health and metrics. */
export const operationsSettings = z.object({
  /** The address of the operations port: only this machine by default, because it needs no credentials. */
  OPERATIONS_HOST: z.string().default('127.0.0.1'),
  /** 1000 above PORT unless it is set. */
  OPERATIONS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
});

/** What every process is configured by, beside its own settings. Defaults are for one machine. */
export const commonSettings = z.object({
  PORT: z.coerce.number().int().min(0).max(65535),
  /** The address to listen on. */
  HOST: z.string().default('127.0.0.1'),
  ...operationsSettings.shape,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** How long requests in flight may take to finish at shutdown, in milliseconds. */
  SHUTDOWN_MS: z.coerce.number().int().min(0).max(300_000).default(20_000),
});

/** What a process is configured by that calls services. */
export const signerSettings = z.object({
  /** A file with the private key (JWK) that this process signs its internal tokens with. */
  INTERNAL_SIGNING_KEY_FILE: z.string().min(1),
});

/** What a process is configured by that is called. */
export const verifierSettings = z.object({
  /** A file with the public keys (JWK set) of all issuers; read again when it changes. */
  INTERNAL_PUBLIC_KEYS_FILE: z.string().min(1),
});

/** What services that keep data are configured by besides. */
export const databaseSettings = z.object({
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, { error: 'expected an address that begins with mongodb://' }),
  MONGODB_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(20),
});

/** What services are configured by that hand out addresses of pages and files. */
export const publicUrlSettings = z.object({
  /** Where the gateway is reached from outside; no path behind it. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'expected an address that begins with http:// or https://' })
    .transform((url) => new URL(url).origin)
    .default('http://127.0.0.1:8080'),
});

/** How a process publishes its data, on any bus. */
export const settingsWithMessages = z.object({
  /** Raised by one each time that the data were restored from a backup. */
  GENERATION: z.coerce.number().int().min(0).max(1_000_000).default(0),
  /** The most records that a resync publishes in a second. */
  RESYNC_PER_SECOND: z.coerce.number().int().min(1).max(100_000).default(500),
});

/** The configuration of services that publish and consume changes. */
export const busSettings = z.object({
  /** Addresses of Kafka brokers, separated by commas. */
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine((addresses) => addresses.every((address) => /^[^\s:]+:\d+$/.test(address)), {
      error: 'expected host:port, …',
    }),
  /** Copies of each event, and how many must exist before it counts; 1 and 1 where there is one broker. */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().min(1).max(10).default(3),
  KAFKA_MIN_INSYNC_REPLICAS: z.coerce.number().int().min(1).max(10).default(2),
});

/** What may stand before the host of an address: a user's name and password. */
const credentialsInAddress = /\/\/[^/?#\s]*@/g;

const secretName = /(_URI|KEY|SECRET|PASSWORD|TOKEN)$/;

/**
 * Reads a service's settings from the environment, once, at its start.
 * @throws Error that names all wrong and missing settings together.
 */
export function readConfiguration<Settings extends z.ZodType>(
  settings: Settings,
  environment: NodeJS.ProcessEnv,
): z.output<Settings> {
  const result = settings.safeParse(environment);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => {
    const name = issue.path.join('.');
    return `  ${name}: ${environment[name] === undefined ? 'is not set' : issue.message}`;
  });
  throw new Error(`the configuration is not complete:\n${faults.join('\n')}`);
}

/** The settings as one line of the log may show them: secrets only as set or unset, addresses without credentials. */
export function describeConfiguration(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (secretName.test(name)) return [name, value ? 'set' : 'unset'];
      return [name, typeof value === 'string' ? value.replace(credentialsInAddress, '//…@') : value];
    }),
  );
}
