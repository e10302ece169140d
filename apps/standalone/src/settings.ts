import { services } from '@keyhaven/contracts/platform/services';
import { operationsSettings, settingsWithMessages } from '@keyhaven/service/configuration';
import { z } from 'zod';

/** The settings of the platform in one process. */
export const standaloneSettings = z.object({
  /** The folder of all data. */
  KEYHAVEN_DATA: z.string().min(1).default('.keyhaven'),
  PORT: z.coerce.number().int().min(0).max(65535).default(services.gateway.port),
  HOST: z.string().min(1).default('127.0.0.1'),
  ...operationsSettings.shape,
  /** The file of the log, `-` for standard output; keyhaven.log in the data folder when it is not set. */
  LOG_FILE: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** off: starts empty, without the demo account. */
  KEYHAVEN_DEMO: z.enum(['on', 'off']).default('on'),
  ...settingsWithMessages.shape,
});
export type StandaloneSettings = z.output<typeof standaloneSettings>;
