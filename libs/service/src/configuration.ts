import { z } from 'zod';

/** Where a process serves its health and metrics. */
export const operationsSettings = z.object({
  /** The address of the operations port. It is local by default, because the port needs no credentials. */
  OPERATIONS_HOST: z.string().default('127.0.0.1'),
  /** 1000 above PORT unless it is set. */
  OPERATIONS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
});

/** The settings that every process has. The defaults are for one machine. */
export const commonSettings = z.object({
  PORT: z.coerce.number().int().min(0).max(65535),
  /** The address to listen on. */
  HOST: z.string().default('127.0.0.1'),
  ...operationsSettings.shape,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** How long requests in flight may take to finish at shutdown, in milliseconds. */
  SHUTDOWN_MS: z.coerce.number().int().min(0).max(300_000).default(20_000),
});

/** The settings of a process that calls services. */
export const signerSettings = z.object({
  /** A file with the private key (JWK) that this process signs its internal tokens with. */
  INTERNAL_SIGNING_KEY_FILE: z.string().min(1),
});

/** The settings of a process that other services call. */
export const verifierSettings = z.object({
  /** A file with the public keys (JWK set) of all issuers; read again when it changes. */
  INTERNAL_PUBLIC_KEYS_FILE: z.string().min(1),
});

/** The additional settings of services that store data. */
export const databaseSettings = z.object({
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, { error: 'expected an address that begins with mongodb://' }),
  MONGODB_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(20),
});

/** The settings of services that return addresses of pages and files. */
export const publicUrlSettings = z.object({
  /** The public address of the gateway, without a path. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'expected an address that begins with http:// or https://' })
    .transform((url) => new URL(url).origin)
    .default('http://127.0.0.1:8080'),
});

/** How a process publishes its data, whatever bus it uses. */
export const settingsWithMessages = z.object({
  /** The generation of the data: add 1 each time the data are restored from a backup. */
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
  /**
   * The number of copies of each event, and how many must exist before the event counts as published; 1 and 1 with one
   * broker.
   */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().min(1).max(10).default(3),
  KAFKA_MIN_INSYNC_REPLICAS: z.coerce.number().int().min(1).max(10).default(2),
});

/** The credentials in an address: user name and password. */
const credentialsInAddress = /\/\/[^/?#\s]*@/g;

const secretName = /(_URI|KEY|SECRET|PASSWORD|TOKEN)$/;

/**
 * Reads a service's settings from the environment when it starts.
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

/** The settings for the log: secrets only as set or unset, addresses without credentials. */
export function describeConfiguration(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (secretName.test(name)) return [name, value ? 'set' : 'unset'];
      return [name, typeof value === 'string' ? value.replace(credentialsInAddress, '//…@') : value];
    }),
  );
}
