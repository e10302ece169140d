import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PlatformProcess } from './platform-process';

/** A program that replies to the command `memory`, and ends after the command `stop` without a reply. */
const PROGRAM = `process.on('message', (command) => {
  if (command === 'stop') process.exit(3);
  process.send({ kind: 'other' });
  process.send({ kind: 'memory', heapUsed: 1, arrayBuffers: 2, rss: 3 });
});`;

describe('the process of a platform', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-fuzz-'));
  const program = path.join(folder, 'program.cjs');
  writeFileSync(program, PROGRAM);
  let child: ChildProcess;
  let platform: PlatformProcess;
  const start = (options: { execPath?: string } = {}) => {
    child = fork(program, { execArgv: [], ...options });
    platform = new PlatformProcess(child);
  };
  afterEach(() => void child.kill('SIGKILL'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('returns the reply to a command', async () => {
    start();
    const reply = platform.replyOf('memory');
    platform.order('memory');
    expect(await reply).toEqual({ kind: 'memory', heapUsed: 1, arrayBuffers: 2, rss: 3 });
  });

  it('rejects with the exit code if the process ends before a reply', async () => {
    start();
    const reply = platform.replyOf('memory');
    platform.order('stop');
    await expect(reply).rejects.toThrow('the platform ended with code 3');
  });

  it('rejects later commands with the signal that ended the process, not with an error about sending', async () => {
    start();
    const disconnected = once(child, 'disconnect');
    child.kill('SIGKILL');
    await disconnected;
    expect(await platform.ended).toBe('ended with SIGKILL');
    const sendingErrors: Error[] = [];
    child.on('error', (error) => sendingErrors.push(error));
    const reply = platform.replyOf('memory');
    platform.order('memory');
    await expect(reply).rejects.toThrow('the platform ended with SIGKILL');
    await nextTurn();
    // Sending failed. Without the listener for errors in PlatformProcess, this error would end the fuzzer.
    expect(sendingErrors).toHaveLength(1);
    expect(child.listenerCount('error')).toBe(2);
  });

  it('rejects with the reason if the process cannot be started', async () => {
    start({ execPath: path.join(folder, 'missing') });
    await expect(platform.replyOf('ready')).rejects.toThrow(/^the platform did not start: .*ENOENT/);
  });
});
