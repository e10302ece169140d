import { curlCommand } from './curl-command';

const url = 'https://stay.example';
const request = { method: 'GET', path: '/v2/bookings', app_key: null, is_dry_run: false, request_body: null } as const;
const body = (text: string) => ({ text, is_cut: false });

describe('a logged request as a curl command', () => {
  it('reads the credentials from shell variables', () => {
    expect(curlCommand(request, url)).toBe(
      `curl -g --path-as-is \\\n  -u "$KEYHAVEN_EMAIL:$KEYHAVEN_TOKEN" \\\n  'https://stay.example/v2/bookings'`,
    );
    expect(curlCommand({ ...request, app_key: 'c_1' }, url)).toContain('-H "Authorization: Bearer $KEYHAVEN_TOKEN"');
  });

  it('is a dry run if the logged request was a dry run', () => {
    const command = curlCommand({ ...request, method: 'POST', is_dry_run: true, request_body: body('{}') }, url);
    expect(command).toContain("-H 'Prefer: dry-run'");
  });

  it('sends a body that begins with @ unchanged, instead of reading a file', () => {
    const command = curlCommand({ ...request, method: 'POST', request_body: body('@/etc/passwd') }, url);
    expect(command).toContain("--data-raw '@/etc/passwd'");
    expect(command).not.toMatch(/ -d | --data /);
  });

  it('keeps the method of a GET request with a body, and of a HEAD request', () => {
    expect(curlCommand({ ...request, request_body: body('{}') }, url)).toContain('-X GET');
    expect(curlCommand({ ...request, method: 'HEAD' }, url)).toContain('-I');
  });

  it('quotes characters that a shell would interpret', () => {
    const command = curlCommand({ ...request, method: 'POST', request_body: body("it's `id` $(id)") }, url);
    expect(command).toContain(`--data-raw 'it'\\''s \`id\` $(id)'`);
  });
});
