import { dataServiceNames, urlSetting } from '@keyhaven/contracts/platform/services';
import { readConfiguration } from '@keyhaven/service/configuration';
import { gatewaySettings } from './settings';

const urls = Object.fromEntries(dataServiceNames.map((name) => [urlSetting(name), 'http://127.0.0.1:1']));
const required = { PORT: '8080', INTERNAL_SIGNING_KEY_FILE: 'keys/gateway.json', ...urls };
const read = (environment: Record<string, string>) => readConfiguration(gatewaySettings, environment);

describe('the settings of the gateway', () => {
  it('accept an UPSTREAM_TIMEOUT_MS that is longer than REQUEST_DEADLINE_MS', () => {
    expect(read(required)).toMatchObject({ UPSTREAM_TIMEOUT_MS: 35_000, REQUEST_DEADLINE_MS: 30_000 });
    const shorter = { UPSTREAM_TIMEOUT_MS: '8000', REQUEST_DEADLINE_MS: '7999' };
    expect(read({ ...required, ...shorter })).toMatchObject({ UPSTREAM_TIMEOUT_MS: 8000, REQUEST_DEADLINE_MS: 7999 });
  });

  it.each([
    [
      { UPSTREAM_TIMEOUT_MS: '30000' },
      'UPSTREAM_TIMEOUT_MS: 30000 must be greater than REQUEST_DEADLINE_MS, which is 30000',
    ],
    [
      { REQUEST_DEADLINE_MS: '60000' },
      'UPSTREAM_TIMEOUT_MS: 35000 must be greater than REQUEST_DEADLINE_MS, which is 60000',
    ],
  ])('are refused with %j, because the gateway would stop waiting before the deadline', (values, message) => {
    expect(() => read({ ...required, ...values })).toThrow(message);
  });

  it('are refused with an error that lists all faults, including an UPSTREAM_TIMEOUT_MS that is too short', () => {
    expect(() => read({ ...urls, UPSTREAM_TIMEOUT_MS: '1000' })).toThrow(
      /PORT: is not set\n.*INTERNAL_SIGNING_KEY_FILE: is not set\n.*UPSTREAM_TIMEOUT_MS: 1000 must be/,
    );
    expect(() => read({ ...required, UPSTREAM_TIMEOUT_MS: 'soon' })).toThrow(/^[^\n]*\n[^\n]*received NaN$/);
  });
});
