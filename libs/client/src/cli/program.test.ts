import { Readable } from 'node:stream';
import { run } from './program';

/** Runs the command line against a platform that cannot be reached. */
function keyhaven(...args: string[]) {
  return keyhavenUntil(new AbortController().signal, ...args);
}

/** Like `keyhaven`, but the user interrupts the command when `signal` is aborted. */
async function keyhavenUntil(signal: AbortSignal, ...args: string[]) {
  const notes: string[] = [];
  const code = await run('1', args, {
    print() {},
    note: (line) => void notes.push(line),
    isJson: false,
    environment: { KEYHAVEN_URL: 'http://127.0.0.1:1', KEYHAVEN_TOKEN: 'at_1', KEYHAVEN_CONFIG: '/none/config.json' },
    signal,
  });
  return { code, stderr: notes.join('\n') };
}
const useInput = (input: Readable) =>
  jest.spyOn(process, 'stdin', 'get').mockReturnValue(input as typeof process.stdin);
afterEach(() => void jest.restoreAllMocks());
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

  it('ends with exit code 130 when the user interrupts keyhaven login', async () => {
    useInput(new Readable({ read() {} }));
    expect(await keyhavenUntil(AbortSignal.timeout(50), 'login')).toEqual({ code: 130, stderr: '' });
  });

  it('ends with exit code 2 when the standard input of keyhaven login is empty', async () => {
    useInput(Readable.from([]));
    expect(await keyhaven('login')).toEqual({ code: 2, stderr: 'error: no token was given' });
  });
});
