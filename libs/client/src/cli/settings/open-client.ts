import type { Client } from '../../client';
import { createClient } from '../../create-client';
import { credentialsOf, readSettings, type Settings } from './settings';
import type { Terminal } from '../terminal/terminal';
import { UsageError } from '../terminal/usage-error';

/** Creates the client of a command. It prints a line for each pause after a temporary error. */
export async function openClient(flags: Settings, terminal: Terminal): Promise<Client> {
  return clientOf(await readSettings(flags, terminal), terminal);
}

export function clientOf(settings: Settings, terminal: Terminal): Client {
  try {
    return createClient({
      baseUrl: settings.url ?? '',
      credentials: credentialsOf(settings),
      onRetry: ({ error, pauseMs }) =>
        terminal.note(`${error.code}: ${error.messages[0]}; trying again in ${(pauseMs / 1000).toFixed(1)} s`),
    });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}
