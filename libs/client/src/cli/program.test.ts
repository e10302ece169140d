import { Readable } from 'node:stream';
import { startStubPlatform } from '../testing/stub-platform';
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
/** Makes the standard input a terminal in which the user types `keys` as soon as the command reads the keyboard. */
function useKeyboard(keys: string): void {
  const input = new Readable({ read() {} });
  const setRawMode = (isRaw: boolean) => {
    if (isRaw) input.push(keys);
  };
  useInput(Object.assign(input, { isTTY: true, setRawMode }));
  // The prompts are of no interest in the output of the tests.
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
}
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

  it('ends with exit code 4 when the responses do not come from this API', async () => {
    // Makes the pauses between the attempts short.
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const stub = await startStubPlatform((response) => response.writeHead(200).end('<p>'));
    const answered = await keyhaven('--url', stub.url, 'login', '--token', 'at_1').finally(() => stub.close());
    expect(answered.code).toBe(4);
    expect(answered.stderr).toContain('error: GET /v2/users/me was not answered by this API (unexpected_answer)');
  });

  it('ends with exit code 130 when the user interrupts keyhaven login', async () => {
    useInput(new Readable({ read() {} }));
    expect(await keyhavenUntil(AbortSignal.timeout(50), 'login')).toEqual({ code: 130, stderr: '' });
  });

  it('ends with exit code 2 when the user types an address and then Ctrl-D at the prompts of keyhaven login', async () => {
    useKeyboard('http://127.0.0.1:1\r\x04');
    expect(await keyhaven('login')).toEqual({ code: 2, stderr: 'error: no token was given' });
  });

  it('sends itself a SIGINT when the user types Ctrl-C at a prompt of keyhaven login', async () => {
    const stop = new AbortController();
    const kill = jest.spyOn(process, 'kill').mockImplementation(() => {
      stop.abort();
      return true;
    });
    useKeyboard('\x03');
    expect(await keyhavenUntil(stop.signal, 'login')).toEqual({ code: 130, stderr: '' });
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGINT']]);
  });

  it('ends with exit code 2 when the standard input of keyhaven login is empty', async () => {
    useInput(Readable.from([]));
    expect(await keyhaven('login')).toEqual({ code: 2, stderr: 'error: no token was given' });
  });
});
