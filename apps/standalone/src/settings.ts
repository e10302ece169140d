import { operationsSettings, settingsWithMessages } from '@keyhaven/service/configuration';
import { z } from 'zod';

/** What the platform in one process is configured by. */
export const standaloneSettings = z.object({
  /** The folder with everything that the platform keeps. */
  KEYHAVEN_DATA: z.string().min(1).default('.keyhaven'),
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  ...operationsSettings.shape,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** off: starts empty, without the demo account. */
  KEYHAVEN_DEMO: z.enum(['on', 'off']).default('on'),
  ...settingsWithMessages.shape,
});
export type StandaloneSettings = z.output<typeof standaloneSettings>;
