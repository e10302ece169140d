import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../checked-client';
import { anAccountId } from '../service-under-test';
import { until } from '../until';
import type { KillPoint } from './kill-point';
import { countUnfinished, countUnpublished } from './read-stored';
import { answeredCalls, type FiredAt, type ServiceUnderFire } from './service-under-fire';
import { type Acknowledgement, disagreements } from './violations';
import { SETTLING_MS, type World, type WritePath } from './write-path';

/** How long an answered request may keep making calls before its kill point counts as not reached, in milliseconds. */
const AFTERMATH_MS = 3_000;

/** An act is finished this long after its last call, in milliseconds. */
const QUIET_MS = 500;

/** The result of one act that was killed at one of its calls. */
export interface Shot {
  /** Whether the process was killed at that call: an act may make other calls than when they were counted. */
  hit: boolean;
  faults: string[];
  /** Lists other faults after recovery, which may take a lease and a sweep. */
  faultsInTheEnd: Promise<string[]>;
  acknowledged: Acknowledgement[];
}

/** Runs an act's `given` in one process, and counts the calls of the act in another. */
export async function countCalls(service: ServiceUnderFire, witness: FiredAt, path: WritePath): Promise<string[]> {
  const [victim, { userId, given }] = await Promise.all([service.start(), prepare(service, witness, path)]);
  const answer = await path.act(victim.world(userId, { point: undefined }), given);
  if (!isSuccess(answer)) throw new Error(`${path.name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  await until(async () => (await countUnfinished(service.connection, service.target.records)) === 0, SETTLING_MS);
  const calls = await until(async () => {
    const known = answeredCalls(victim);
    await sleep(QUIET_MS);
    return known?.length === answeredCalls(victim)?.length ? known : undefined;
  });
  await victim.program.kill();
  return calls;
}

/** Kills an act at one of its calls, repeats it in another process, and checks both answers. */
export async function shoot(
  service: ServiceUnderFire,
  witness: FiredAt,
  path: WritePath,
  point: KillPoint,
): Promise<Shot> {
  const [victim, { userId, given }] = await Promise.all([service.start(), prepare(service, witness, path)]);
  const died = new Promise<boolean>((resolve) => victim.program.child.once('exit', () => resolve(true)));
  const first = await answerOf(() => path.act(victim.world(userId, { point }), given));
  const hit = await Promise.race([died, sleep(AFTERMATH_MS, false, { ref: false })]);
  await victim.program.kill();

  const world = witness.world(userId);
  const faults = first ? await faultsOfAnswer(world, path, given, first) : [];
  const second = await path.act(world, given);
  faults.push(...faultsOfRepetition(path, first, second));
  if (path.repeated === 'the same') {
    const third = await path.act(world, given);
    if (!isSame(second, third)) faults.push(`asked a third time it answered ${show(third)}, before ${show(second)}`);
  }
  const faultsInTheEnd = (async () => (await path.faults?.(world, given, second)) ?? [])().catch(asFaults);
  const acknowledged = [first, second].flatMap((answer) => acknowledgementOf(path, answer));
  return { hit, faults, faultsInTheEnd, acknowledged };
}

async function prepare(service: ServiceUnderFire, witness: FiredAt, path: WritePath) {
  const userId = anAccountId();
  const world = witness.world(userId);
  await service.target.introduce?.(world);
  const given = (await path.given?.(world)) as unknown;
  // Unpublished events would be written during the act, and change its calls.
  await until(async () => (await countUnpublished(service.connection, service.target.records, userId)) === 0);
  return { userId, given };
}

/** The answer, or undefined when none arrived: then the request may or may not have been carried out. */
async function answerOf(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    const answer = await ask();
    return answer.status < 500 ? answer : undefined;
  } catch (error) {
    // When the connection breaks, fetch throws a TypeError of another realm; any other error is a fault.
    if ((error as Error).name === 'TypeError') return undefined;
    throw error;
  }
}

async function faultsOfAnswer(world: World, path: WritePath, given: unknown, first: Answer): Promise<string[]> {
  if (!isSuccess(first)) return [`it was answered ${show(first)}`];
  const read = await path.read?.(world, given, first);
  if (!read || (isSuccess(read) && disagreements(first.body ?? {}, read.body).length === 0)) return [];
  return [`it was acknowledged as ${show(first)}, and read as ${show(read)}`];
}

function faultsOfRepetition(path: WritePath, first: Answer | undefined, second: Answer): string[] {
  const isFine = {
    'the same': first ? isSame(first, second) : isSuccess(second),
    refused: second.status === 409 || (!first && isSuccess(second)),
    gone: second.status === 404 || (!first && isSuccess(second)),
    another: isSuccess(second),
  }[path.repeated];
  return isFine ? [] : [`it was answered ${first ? show(first) : 'nothing'}, and asked again ${show(second)}`];
}

function acknowledgementOf({ record }: WritePath, answer: Answer | undefined): Acknowledgement[] {
  if (!record || !answer || !isSuccess(answer)) return [];
  const version = Number(/\d+/.exec(answer.headers.get('etag') ?? '1')![0]);
  return [{ type: record, id: answer.body.id as number, version, record: answer.body as Record<string, unknown> }];
}

/** The error of a check as a list of faults. */
export const asFaults = (error: unknown): string[] => [String(error)];
const isSuccess = ({ status }: Answer) => status === 200 || status === 204;
const show = ({ status, body }: Answer) => `${status} ${JSON.stringify(body)}`;
const isSame = (a: Answer, b: Answer) => isSuccess(a) && a.status === b.status && isDeepStrictEqual(a.body, b.body);
