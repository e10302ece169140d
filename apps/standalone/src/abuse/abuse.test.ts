import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Program, startProgram } from '@keyhaven/testing/program';
import { casesOf } from '@keyhaven/testing/sample';
import { until } from '@keyhaven/testing/until';
import { abortWrites } from './testing/abuses/abort-writes';
import { connectWhileBusy } from './testing/abuses/connect-while-busy';
import { floodHeaders } from './testing/abuses/flood-headers';
import { orderFaults, pipelineAndLeave, pipelineRequests } from './testing/abuses/pipeline';
import { sendCompressedBombs, sendTinyChunks } from './testing/abuses/send-dense-bodies';
import { sendEndlessBodies, sendEndlessBodiesToService } from './testing/abuses/send-endless-bodies';
import { openSilences, type Silent, silenceFaults } from './testing/abuses/stay-silent';
import { Bystander, median } from './testing/bystander';
import type { Abuse, Door } from './testing/door';
import { MemoryWatch, openSockets } from './testing/process-probe';
import { type Doors, startDoors } from './testing/start-doors';
import { ROUNDS, underAbuse } from './testing/under-abuse';

/**
 * By how many megabytes the memory of a process may grow. The platform's process contains all services and the
 * database.
 */
const BOUND_MB = { gateway: 256, platform: 640 };
/**
 * How long silent connections may stay open, in milliseconds. The tested servers wait 20 s for
 * headers, and then 2 s for the client to close the connection.
 */
const SILENCE_MS = 60_000;
/**
 * How many more sockets a process may have after the silent clients have disconnected than before they connected. The
 * process may have opened connections to the other processes and to the database.
 */
const MORE_SOCKETS = 400;
/** How long an ordinary client waits for a response of the control, a server without limits, in milliseconds. */
const CONTROL_MAX_MS = 2000;
/** The share of the silent connections that is opened to the control, a server without limits. */
const CONTROL_SHARE = 0.1;

const abuses: Record<string, Abuse> = {
  'pipelines requests': pipelineRequests,
  'pipelines requests and disconnects': pipelineAndLeave,
  'sends bodies that do not end': sendEndlessBodies,
  'sends compressed bombs': sendCompressedBombs,
  'sends a body in chunks of one byte': sendTinyChunks,
  'sends too many and too large headers': floodHeaders,
  'aborts writes': abortWrites,
};
const names = ['gateway', 'platform'] as const;

// The memory and the sockets of a process are read from /proc, which only Linux has.
const describeOnLinux = existsSync('/proc/self/status') ? describe : describe.skip;
/**
 * The file with the operating system's limit for connections that wait to be accepted by a server.
 */
const MAX_WAITING_FILE = '/proc/sys/net/core/somaxconn';
const itWithLongQueues =
  existsSync(MAX_WAITING_FILE) && Number(readFileSync(MAX_WAITING_FILE, 'utf8')) > 2000 ? it : it.skip;

let doors: Doors;
let control: Program;
let controlDoor: Door;
const memory: MemoryWatch[] = [];
const silent = { gateway: [] as Silent[], platform: [] as Silent[], control: [] as Silent[] };
const bystanders: Bystander[] = [];
const usualMs = new Map<Door, number>();
const bystanderOf = new Map<Door, Bystander>();
const socketsAtFirst = new Map<Door, number>();
const report: string[] = [];

describeOnLinux('under abuse by slow, broken or hostile clients', () => {
  beforeAll(async () => {
    doors = await startDoors();
    control = await startProgram(path.join(__dirname, 'testing/unprotected-server.mjs'), {}, /ready at (\S+)/);
    controlDoor = {
      ...doors.gateway,
      url: control.ready[1]!,
      pid: control.child.pid!,
      propertyId: 1,
      output: () => control.output(),
    };
    for (const door of [doors.gateway, doors.platform, controlDoor]) {
      const bystander = new Bystander(door, door === controlDoor ? CONTROL_MAX_MS : undefined);
      bystanders.push(bystander);
      bystanderOf.set(door, bystander);
      // The first measurement only warms the server up.
      await bystander.measure(ROUNDS.usual);
      const { faults, durations } = await bystander.measure(ROUNDS.usual);
      expect(faults).toEqual([]);
      usualMs.set(door, median(durations));
    }
    for (const name of names) memory.push(new MemoryWatch(name, doors[name].pid, BOUND_MB[name]));
    for (const door of [doors.gateway, doors.platform]) socketsAtFirst.set(door, openSockets(door.pid));
    // These connections stay open while the other tests run.
    for (const name of names) silent[name].push(...openSilences(doors[name]));
    silent.control.push(...openSilences(controlDoor, CONTROL_SHARE));
  }, 120_000);
  afterAll(async () => {
    for (const bystander of bystanders) bystander.close();
    for (const { connection } of Object.values(silent).flat()) connection.socket.destroy();
    for (const watch of memory) watch.stop();
    await control?.kill();
    await doors?.stop();
    process.stdout.write(`${report.join('\n')}\n`);
  });

  const observe = (door: Door, abuse: Abuse, watched = memory) =>
    underAbuse(door, abuse, { bystander: bystanderOf.get(door)!, usualMs: usualMs.get(door)!, memory: watched });

  describe.each(names)('the %s', (name) => {
    it.each(casesOf(Object.entries(abuses), 2))(
      'withstands a client that %s, and serves other clients',
      async (what, abuse) => {
        const { faults, line } = await observe(doors[name], abuse);
        report.push(`${name}: ${what}: ${line}`);
        expect(faults).toEqual([]);
      },
    );

    itWithLongQueues('serves all clients that connect while it is busy', async () => {
      expect(await connectWhileBusy(doors[name])).toEqual([]);
    });

    it('disconnects clients that stay silent', async () => {
      await until(() => silenceFaults(silent[name]).length === 0, SILENCE_MS).catch(() => {});
      const last = Math.max(...silent[name].map(({ connection }) => connection.endedAfterMs));
      report.push(`${name}: ${silent[name].length} silent connections, the last ended after ${last} ms`);
      expect(silenceFaults(silent[name])).toEqual([]);
      const accepted = socketsAtFirst.get(doors[name])! + MORE_SOCKETS;
      await until(() => openSockets(doors[name].pid) <= accepted, SILENCE_MS).catch(() => {});
      expect(openSockets(doors[name].pid)).toBeLessThanOrEqual(accepted);
    }, 150_000);
  });

  it('a service that is called directly refuses bodies that do not end', async () => {
    expect(await sendEndlessBodiesToService(await doors.booking())).toEqual([]);
  });

  describe('a server without limits, as a check of these tests', () => {
    it('keeps silent connections open', () => {
      expect(silenceFaults(silent.control)).not.toEqual([]);
      expect(openSockets(control.child.pid!)).toBeGreaterThan(100);
    });

    it('uses more memory than the tests accept', async () => {
      const watch = new MemoryWatch('control', control.child.pid!, BOUND_MB.gateway);
      const { faults } = await observe(controlDoor, sendEndlessBodiesToService, [watch]);
      watch.stop();
      expect(faults.join('\n')).toMatch(/was read for \d+ bytes/);
      expect(faults.join('\n')).toMatch(/control grew by \d+ MB/);
    });

    it('does not answer other clients while its process is stopped', async () => {
      const freeze: Abuse = async ({ pid }) => {
        process.kill(pid, 'SIGSTOP');
        await sleep(CONTROL_MAX_MS * 1.5);
        process.kill(pid, 'SIGCONT');
        return [];
      };
      const { faults } = await observe(controlDoor, freeze, []);
      expect(faults.join('\n')).toMatch(/of another client failed/);
    });

    it('loses connections while it is busy, and handles requests of clients that have disconnected', async () => {
      expect(await connectWhileBusy(controlDoor)).not.toEqual([]);
      expect((await pipelineAndLeave(controlDoor)).join('\n')).toMatch(/requests behind a stream were handled/);
    });

    it('accepts requests that must be refused, and carries out repeated writes twice', async () => {
      for (const abuse of [abortWrites, sendCompressedBombs, sendTinyChunks, floodHeaders])
        expect([abuse.name, ...(await abuse(controlDoor))]).not.toHaveLength(1);
      expect(orderFaults(['1', '2'], ['2', '1'])).not.toEqual([]);
      expect(orderFaults(['1', '2'], ['1'])).not.toEqual([]);
    });
  });
});
