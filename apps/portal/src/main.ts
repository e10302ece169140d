import { urlSetting } from '@keyhaven/contracts/platform/services';
import { publicKeysFromFile } from '@keyhaven/service/auth/public-keys';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import { runProcess } from '@keyhaven/service/run-process';
import { startPortal } from './portal';
import { connectServices } from './services/portal-services';
import { portalSettings } from './settings';

void runProcess('portal', portalSettings, async (settings, logger) =>
  startPortal({
    host: settings.HOST,
    port: settings.PORT,
    logger,
    services: connectServices({
      sign: await tokenSignerFromFile('portal', settings.INTERNAL_SIGNING_KEY_FILE),
      urlOf: (service) => settings[urlSetting(service)],
    }),
    publicKeys: await publicKeysFromFile(settings.INTERNAL_PUBLIC_KEYS_FILE),
    settings,
    shutdownMs: settings.SHUTDOWN_MS,
    processMetrics: true,
  }),
);
