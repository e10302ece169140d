import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** The size of a run. Every option is a whole number. */
export interface FailureOptions {
  /** The number of random kills (SIGKILL). Half of them happen while Kafka is down. */
  kills: number;
  /** How long Kafka is down, in seconds. */
  outageSeconds: number;
  /** How long each of several processes is paused (SIGSTOP), in seconds. */
  freezeSeconds: number;
  /** How long the disk of the database is full, in seconds. */
  diskSeconds: number;
  /** For each process whose clock is made wrong: how long the clock is ahead, and then behind, in seconds each. */
  clockSeconds: number;
  /** The number of clients that write. */
  clients: number;
  /** How long the last events may take to arrive, in seconds. */
  settleSeconds: number;
  /** The time limit of the whole run, in minutes. */
  minutes: number;
  /** The seed of the random numbers that decide which processes are killed and when, and what the clients send. */
  seed: number;
}

/**
 * Reads the options of the command line, such as `--kills 10 --seed 7`. Without a seed, one is chosen.
 * @throws Error that names the wrong option.
 */
export function readOptions(args: readonly string[]): FailureOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: text,
      'outage-seconds': text,
      'freeze-seconds': text,
      'disk-seconds': text,
      'clock-seconds': text,
      clients: text,
      'settle-seconds': text,
      minutes: text,
      seed: text,
    },
  });
  const read = (name: keyof typeof values, byDefault: number) => {
    const sent = values[name] ?? String(byDefault);
    if (!/^\d{1,10}$/.test(sent)) throw new Error(`--${name} ${sent} is not accepted; expected a whole number`);
    return Number(sent);
  };
  return {
    kills: read('kills', 100),
    outageSeconds: read('outage-seconds', 300),
    freezeSeconds: read('freeze-seconds', 30),
    diskSeconds: read('disk-seconds', 30),
    clockSeconds: read('clock-seconds', 20),
    clients: read('clients', 6),
    settleSeconds: read('settle-seconds', 300),
    minutes: read('minutes', 25),
    seed: read('seed', randomInt(2 ** 31)),
  };
}
