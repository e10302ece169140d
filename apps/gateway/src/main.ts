import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import { runProcess } from '@keyhaven/service/run-process';
import { startGateway } from './gateway';
import { gatewaySettings } from './settings';
import { type UpstreamName, upstreams, type UpstreamUrls } from './upstreams';

void runProcess('gateway', gatewaySettings, async (settings, logger) => {
  const names = Object.keys(upstreams) as UpstreamName[];
  return startGateway({
    host: settings.HOST,
    port: settings.PORT,
    logger,
    urls: Object.fromEntries(names.map((name) => [name, settings[upstreams[name].setting]])) as UpstreamUrls,
    sign: await tokenSignerFromFile('gateway', settings.INTERNAL_SIGNING_KEY_FILE),
    limits: settings,
    deadlineMs: settings.REQUEST_DEADLINE_MS,
    shutdownMs: settings.SHUTDOWN_MS,
    processMetrics: true,
  });
});
