import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Credentials } from '../../http/credentials';
import type { Terminal } from '../terminal/terminal';
import { UsageError } from '../terminal/usage-error';

/** The URL of the platform and the credentials, from flags, the environment or the file. */
export interface Settings {
  url?: string;
  /** The e-mail address of the user. Needed only with a personal access token. */
  email?: string;
  /** A personal access token (`pt_…`) or an access token (`at_…`). */
  token?: string;
}

/** The default URL, where `npm start` serves the platform. */
const DEFAULT_URL = 'http://127.0.0.1:8080';

/** The file in which `keyhaven login` stores its settings. */
function settingsFile({ environment }: Terminal): string {
  if (environment.KEYHAVEN_CONFIG) return path.resolve(environment.KEYHAVEN_CONFIG);
  return path.join(environment.XDG_CONFIG_HOME || path.join(os.homedir(), '.config'), 'keyhaven', 'config.json');
}

/** Reads the settings: flags first, then the environment, then the file. */
export async function readSettings(flags: Settings, terminal: Terminal): Promise<Settings> {
  const fromEnvironment = (name: string) => terminal.environment[name] || undefined;
  const given = {
    url: withoutSlash(flags.url ?? fromEnvironment('KEYHAVEN_URL')),
    email: flags.email ?? fromEnvironment('KEYHAVEN_EMAIL'),
    token: flags.token ?? fromEnvironment('KEYHAVEN_TOKEN'),
  };
  const file = await readFileSettings(terminal);
  const stored = { ...file, url: withoutSlash(file.url) };
  // The stored token belongs to the stored URL. Do not send it to another platform.
  if (given.url !== undefined && stored.url !== undefined && given.url !== stored.url) return given;
  return {
    url: given.url ?? stored.url ?? DEFAULT_URL,
    email: given.email ?? stored.email,
    token: given.token ?? stored.token,
  };
}

function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, '');
}

async function readFileSettings(terminal: Terminal): Promise<Settings> {
  const file = settingsFile(terminal);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  if (text !== '{}' && process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) {
    terminal.note(`warning: other users can read ${file}; run chmod 600 ${file}`);
  }
  const settings = parseSettings(text);
  if (settings) return settings;
  throw new UsageError(`${file} does not contain settings; delete it and run keyhaven login`);
}

function parseSettings(text: string): Settings | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    return Object.values(parsed).every((value) => typeof value === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Stores settings in a file that only its owner can read. */
export async function writeSettings(settings: Settings, terminal: Terminal): Promise<string> {
  const file = settingsFile(terminal);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // Write to a new file with a random name. Another user cannot have created a link with this name
  // before.
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return file;
}

/** @throws UsageError if the credentials are incomplete. The message says how to provide them. */
export function credentialsOf({ email, token }: Settings): Credentials {
  if (!token) {
    throw new UsageError(
      'no credentials: run keyhaven login, set KEYHAVEN_EMAIL and KEYHAVEN_TOKEN, or use --email and --token',
    );
  }
  if (token.startsWith('at_')) return { accessToken: token };
  if (!email)
    throw new UsageError('a personal access token needs the e-mail address of its user: --email or KEYHAVEN_EMAIL');
  return { emailAddress: email, personalToken: token };
}
