import { services } from '@keyhaven/contracts/platform/services';
import { operationsSettings, settingsWithMessages } from '@keyhaven/service/configuration';
import { tracingSettings } from '@keyhaven/tracing/settings';
import { z } from 'zod';

/** The settings of the platform in one process. */
export const standaloneSettings = z.object({
  /** The folder for all data. */
  KEYHAVEN_DATA: z.string().min(1).default('.keyhaven'),
  PORT: z.coerce.number().int().min(0).max(65535).default(services.gateway.port),
  HOST: z.string().min(1).default('127.0.0.1'),
  ...operationsSettings.shape,
  /** The log file, or `-` for standard output. The default is keyhaven.log in the data folder. */
  LOG_FILE: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** `off` starts without the demo account. */
  KEYHAVEN_DEMO: z.enum(['on', 'off']).default('on'),
  /** `on` prints a one-time link with which the user of the demo account sets a new password. */
  KEYHAVEN_LINK: z.enum(['on', 'off']).default('off'),
  ...settingsWithMessages.shape,
  ...tracingSettings.shape,
});
export type StandaloneSettings = z.output<typeof standaloneSettings>;
