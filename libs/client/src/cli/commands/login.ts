import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { clientOf } from '../settings/open-client';
import { type Settings, readSettings, writeSettings } from '../settings/settings';
import { printJson, type Terminal } from '../terminal/terminal';
import { UsageError } from '../terminal/usage-error';

/** Checks the credentials with a request, and stores them. */
export async function login(flags: Settings, terminal: Terminal): Promise<void> {
  const known = await readSettings(flags, terminal);
  const settings = { ...known, ...(flags.token === undefined ? await ask(known, flags, terminal) : {}) };
  if (settings.token?.startsWith('at_')) delete settings.email;
  const user = await clientOf(settings, terminal).getCurrentUser({}, { signal: terminal.signal });
  const file = await writeSettings(settings, terminal);
  if (terminal.isJson) return printJson(terminal, { url: settings.url, user_id: user.id, file });
  terminal.print(`Signed in to ${settings.url} as ${user.email_address} (account ${user.id}); stored in ${file}`);
}

/**
 * Asks for settings that the flags do not contain. Without a terminal, reads the token from the first line of standard
 * input.
 * @throws UsageError if the input ends first.
 * @throws the reason of the terminal's signal if the user interrupts the command.
 */
async function ask(known: Settings, flags: Settings, terminal: Terminal): Promise<Settings> {
  const isInteractive = process.stdin.isTTY === true;
  let isHidden = false;
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: isInteractive });
  // In a terminal, readline receives Ctrl-C instead of the process.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // A question without an answer stays pending when the input ends.
  const ended = new Promise<never>((_, reject) =>
    lines.once('close', () => reject(new UsageError('no token was given'))),
  );
  // `ended` comes first, because a question after the end of the input fails with an error of readline.
  const read = (text: string) => Promise.race([ended, lines.question(text, terminal)]);
  try {
    const question = async (text: string, fallback?: string) => {
      const answer = await read(fallback === undefined ? `${text}: ` : `${text} [${fallback}]: `);
      return answer.trim() || fallback;
    };
    if (!isInteractive) return { token: (await read('')).trim() };
    const url = flags.url ?? (await question('Address', known.url));
    const email = flags.email ?? (await question('E-mail address (empty for an access token)', known.email));
    const token = question('Token (pt_… or at_…), not shown');
    // Hide what the user types from now on, so that the token does not stay visible in the
    // terminal.
    isHidden = true;
    return { url, email, token: await token };
  } catch (error) {
    terminal.signal.throwIfAborted();
    throw error;
  } finally {
    lines.close();
    if (isHidden) process.stderr.write('\n');
  }
}
