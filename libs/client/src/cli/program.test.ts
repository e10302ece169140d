import { run } from './program';

/** Runs the command line against a platform that cannot be reached. */
async function keyhaven(...args: string[]) {
  const notes: string[] = [];
  const code = await run('1', args, {
    print() {},
    note: (line) => void notes.push(line),
    isJson: false,
    environment: { KEYHAVEN_URL: 'http://127.0.0.1:1', KEYHAVEN_TOKEN: 'at_1', KEYHAVEN_CONFIG: '/none/config.json' },
    signal: new AbortController().signal,
  });
  return { code, stderr: notes.join('\n') };
}
const createGuest = ['call', 'POST', '/v2/guests', '-d', '{"first_name":"Ada"}'];

describe('the command line', () => {
  it.each([
    ['a body in a file that does not exist', ['call', 'POST', '/v2/guests', '-d', '@/none.json'], 'ENOENT'],
    ['a body in a folder', ['call', 'POST', '/v2/guests', '-d', '@/'], 'the body cannot be read: EISDIR'],
    ['an empty --idempotency-key', [...createGuest, '--idempotency-key', ''], 'Idempotency-Key'],
    ['an --if-match of two lines', [...createGuest, '--if-match', 'a\nb'], 'the value of the header "if-match"'],
    ['a --forward without http://', ['listen', '--forward', 'localhost:3000/hook'], 'such as http://localhost:3000'],
    ['a --forward that is a path', ['listen', '--forward', '/hook'], '--forward "/hook" must be an address'],
  ])('ends with exit code 2 and sends nothing for %s', async (_, args, message) => {
    expect(await keyhaven(...args)).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
  });
});
