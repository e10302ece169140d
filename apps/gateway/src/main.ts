import { urlSetting } from '@keyhaven/contracts/platform/services';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import { runProcess } from '@keyhaven/service/run-process';
import { startGateway } from './gateway';
import { gatewaySettings } from './settings';
import { upstreamNames, type UpstreamUrls } from './routing/upstreams';

void runProcess('gateway', gatewaySettings, async (settings, logger) =>
  startGateway({
    host: settings.HOST,
    port: settings.PORT,
    logger,
    urls: Object.fromEntries(upstreamNames.map((name) => [name, settings[urlSetting(name)]])) as UpstreamUrls,
    sign: await tokenSignerFromFile('gateway', settings.INTERNAL_SIGNING_KEY_FILE),
    limits: settings,
    deadlineMs: settings.REQUEST_DEADLINE_MS,
    shutdownMs: settings.SHUTDOWN_MS,
    processMetrics: true,
  }),
);
