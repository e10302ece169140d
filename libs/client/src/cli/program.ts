import { Command, CommanderError } from 'commander';
import { call, type CallOptions } from './commands/call';
import { listen, type ListenOptions } from './commands/listen';
import { login } from './commands/login';
import { logs, type LogsOptions } from './commands/logs';
import { samples, trigger, type TriggerOptions } from './commands/trigger';
import { exitCodes, reportError } from './terminal/report-error';
import type { Settings } from './settings/settings';
import type { Terminal } from './terminal/terminal';

const DESCRIPTION = `Works with the API of a Keyhaven platform.

Credentials: --email and --token, or KEYHAVEN_EMAIL and KEYHAVEN_TOKEN, or those stored by keyhaven login.
Exit codes: 0 done, 1 refused, 2 wrong usage, 3 credentials, 4 not available now.`;

/** Runs the command line. @returns the exit code. */
export async function run(version: string, args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await programFor(version, terminal).parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (terminal.signal.aborted && error === terminal.signal.reason) return exitCodes.interrupted;
    if (!(error instanceof CommanderError)) return reportError(error, terminal);
    // commander has already printed the help, the version, or the error.
    return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  }
}

function programFor(version: string, terminal: Terminal): Command {
  const program = new Command('keyhaven')
    .description(DESCRIPTION)
    .version(version)
    .option('--url <address>', 'the platform (KEYHAVEN_URL; default: http://127.0.0.1:8080)')
    .option('--email <address>', 'the e-mail address of a personal access token (KEYHAVEN_EMAIL)')
    .option('--token <token>', 'pt_… or at_…; visible to other users of this machine, unlike KEYHAVEN_TOKEN')
    .option('--json', 'write results and errors as JSON, one value a line')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
    .hook('preAction', (command) => {
      terminal.isJson = command.opts<{ json?: boolean }>().json === true;
    });

  program
    .command('login')
    .description('check credentials and store them in a file that only you can read')
    .action((_: object, command: Command) => login(command.optsWithGlobals<Settings>(), terminal));

  program
    .command('call')
    .description('send one request, after checking it against the contract')
    .argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
    .argument('<path>', 'such as /v2/bookings')
    .option('-d, --data <json>', 'the body: JSON, @FILE, or - for the standard input')
    .option('-q, --query <name=value>', 'a query parameter; may be repeated', collect, [])
    .option('--dry-run', 'evaluate the write without carrying it out')
    .option('--if-match <etag>', 'change the record only if it still has this version')
    .option('--idempotency-key <key>', 'carry the write out once, however often it is sent with this key')
    .option('-i, --include', 'also show the status and the headers')
    .option('--no-check', 'send the request even if it does not match the contract')
    .action((method: string, path: string, _: object, command: Command) =>
      call(method, path, command.optsWithGlobals<CallOptions>(), terminal),
    );

  program
    .command('listen')
    .description('follow the event log, and post each event as a signed webhook to a local address')
    .option('--forward <address>', 'where to post; without it, events are only shown')
    .option('--types <types>', 'such as booking,quote; default: all')
    .option('--after <cursor>', 'a cursor, latest or oldest', 'latest')
    .option('--secret <whsec_…>', 'sign with this secret; default: a new one, which is shown')
    .action((_: object, command: Command) => listen(command.optsWithGlobals<ListenOptions>(), terminal));

  program
    .command('trigger')
    .description(`make a sample event in the account:\n${describeSamples()}`)
    .argument('<sample>', Object.keys(samples).join(', '))
    .option('--id <id>', 'the booking, or the subscription')
    .action((sample: string, _: object, command: Command) =>
      trigger(sample, command.optsWithGlobals<TriggerOptions>(), terminal),
    );

  program
    .command('logs')
    .description('follow the request log of the account')
    .option('--errors', 'only errors')
    .option('--status <status>', 'such as 404 or 5xx')
    .option('--method <method>', 'such as POST')
    .option('--route <route>', "such as 'GET /v2/bookings/:id'")
    .option('--last <number>', 'how many past requests to show first', '10')
    .option('--no-follow', 'end after the past requests')
    .action((_: object, command: Command) => logs(command.optsWithGlobals<LogsOptions>(), terminal));
  return program;
}

function collect(value: string, values: string[]): string[] {
  return [...values, value];
}

function describeSamples(): string {
  return Object.entries(samples)
    .map(([name, what]) => `- ${name}: ${what}`)
    .join('\n');
}
