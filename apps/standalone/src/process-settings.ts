import type { ServiceName } from '@keyhaven/contracts/platform/services';
import { gatewaySettings } from '@keyhaven/gateway/settings';
import { portalSettings } from '@keyhaven/portal/settings';
import { settingsOfService } from '@keyhaven/service/run-service-process';
import type { z } from 'zod';
import { definitions } from './services';

/** Returns the schema of the settings that a service reads when it runs in a process of its own. */
export function settingsOfProcess(name: ServiceName): z.ZodObject {
  if (name === 'gateway') return gatewaySettings;
  if (name === 'portal') return portalSettings;
  return settingsOfService(definitions[name]);
}
