import { readFileSync } from 'node:fs';
import { tracingSettings } from '@keyhaven/tracing/settings';
import { z } from 'zod';

/** A host name or address. An empty text is refused, because Node would then listen on all interfaces. */
const host = z.string().min(1, { error: 'expected a host name or an address, such as 127.0.0.1' });

/** The address at which a process serves its health and metrics. */
export const operationsSettings = z.object({
  /**
   * The host of the operations port. By default only this machine can reach it, because the port
   * needs no credentials.
   */
  OPERATIONS_HOST: host.default('127.0.0.1'),
  /** The port for health and metrics. By default PORT + 1000. */
  OPERATIONS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
});

/** The settings that every process has. The defaults suit a platform on one machine. */
export const commonSettings = z.object({
  PORT: z.coerce.number().int().min(0).max(65535),
  /** The address to listen on. */
  HOST: host.default('127.0.0.1'),
  ...operationsSettings.shape,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** How long requests in progress may take to finish at shutdown, in milliseconds. */
  SHUTDOWN_MS: z.coerce.number().int().min(0).max(300_000).default(20_000),
  ...tracingSettings.shape,
});

/** The settings of a process that calls other services. */
export const signerSettings = z.object({
  /**
   * The path of a file with the private key (JWK) with which this process signs internal tokens.
   */
  INTERNAL_SIGNING_KEY_FILE: z.string().min(1),
});

/** The settings of a process that is called by other services. */
export const verifierSettings = z.object({
  /**
   * The path of a file with the public keys (JWK set) of all issuers. It is read again when it
   * changes.
   */
  INTERNAL_PUBLIC_KEYS_FILE: z.string().min(1),
});

/** The additional settings of services that store data. */
export const databaseSettings = z.object({
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, { error: 'expected an address that begins with mongodb://' }),
  MONGODB_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(20),
});

/** The settings of services whose responses contain URLs of pages or files. */
export const publicUrlSettings = z.object({
  /** The public URL of the gateway, such as https://api.example.com, without a path. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'expected an address that begins with http:// or https://' })
    .transform((url) => new URL(url).origin)
    .default('http://127.0.0.1:8080'),
});

/** Settings for publishing events. They are the same for every kind of bus. */
export const settingsWithMessages = z.object({
  /** The generation of the data. Increase it by 1 whenever the data is restored from a backup. */
  GENERATION: z.coerce.number().int().min(0).max(1_000_000).default(0),
  /** The maximum number of records that a resync publishes per second. */
  RESYNC_PER_SECOND: z.coerce.number().int().min(1).max(100_000).default(500),
});

/** Matches the user name and password in a URL. */
const credentialsInAddress = /\/\/[^/?#\s]*@/g;

const secretName = /(_URI|KEY|SECRET|PASSWORD|TOKEN)$/;

/**
 * Reads the settings of a service from the environment at its start. If a setting NAME is not set,
 * NAME_FILE may be the path of a file with its value. Docker and Kubernetes provide secrets as such
 * files.
 * @throws Error that names all wrong and missing settings.
 */
export function readConfiguration<Settings extends z.ZodObject>(
  settings: Settings,
  environment: NodeJS.ProcessEnv,
): z.output<Settings> {
  const values: NodeJS.ProcessEnv = { ...environment };
  const unusable = new Map<string, string>();
  for (const [name, schema] of Object.entries<z.core.$ZodType>(settings.shape)) {
    const file = environment[`${name}_FILE`];
    try {
      if (file && !environment[name]) values[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      unusable.set(name, `${name}_FILE cannot be read: ${(error as Error).message}`);
      continue;
    }
    // zod would convert a blank text to the number 0.
    if (values[name]?.trim() === '' && isNumber(schema)) unusable.set(name, `${name}: is empty; expected a number`);
  }
  const result = settings.safeParse(values);
  if (result.success && unusable.size === 0) return result.data;
  const faults = (result.error?.issues ?? []).map((issue) => {
    const name = issue.path.join('.');
    const isMissing = values[name] === undefined && issue.code !== 'custom';
    return unusable.get(name) ?? `${name}: ${isMissing ? 'is not set' : issue.message}`;
  });
  const all = new Set([...faults, ...unusable.values()]);
  throw new Error(`the configuration is not complete:\n${[...all].map((fault) => `  ${fault}`).join('\n')}`);
}

/** Whether a setting is a number, which may be optional or have a default. */
function isNumber(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isNumber(schema.unwrap());
  return schema instanceof z.ZodNumber;
}

/**
 * Prepares the settings for the log: secrets are shown only as set or unset, and URLs without
 * credentials.
 */
export function describeConfiguration(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (secretName.test(name)) return [name, value ? 'set' : 'unset'];
      return [name, typeof value === 'string' ? value.replace(credentialsInAddress, '//…@') : value];
    }),
  );
}
