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

/**
 * How long to wait for further calls of a request after its response, in milliseconds. After this
 * time, the kill point is considered not reached.
 */
const AFTERMATH_MS = 3_000;

/** A write is considered finished when it has made no call for this long, in milliseconds. */
const QUIET_MS = 500;

/** The result of killing the service at one of the calls that a write makes, such as a database call. */
export interface Shot {
  /**
   * Whether the process was killed at that call. This may be false, because a write does not always
   * make the same calls.
   */
  hit: boolean;
  faults: string[];
  /** Further faults. Resolves after the recovery from the kill, which may take up to SETTLING_MS. */
  faultsInTheEnd: Promise<string[]>;
  acknowledged: Acknowledgement[];
}

/**
 * Prepares a write in one process, runs it in another process, and lists the calls of the write.
 */
export async function countCalls(service: ServiceUnderFire, witness: FiredAt, path: WritePath): Promise<string[]> {
  const [victim, { userId, given }] = await Promise.all([service.start(), prepare(service, witness, path)]);
  const answer = await path.act(victim.world(userId, { point: undefined }), given);
  if (!isSuccess(answer)) throw new Error(`${path.name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  await until(async () => (await countUnfinished(service.connection, service.target.records)) === 0, SETTLING_MS);
  const calls = await until(async () => {
    const known = answeredCalls(victim);
    await sleep(QUIET_MS);
    return known?.length === answeredCalls(victim)?.length ? known : undefined;
  }).catch((error: unknown) => {
    const output = victim.program.output().slice(-2_000);
    throw new Error(`${path.name} never became quiet; its process printed:\n${output}`, { cause: error });
  });
  await victim.program.kill();
  return calls;
}

/**
 * Kills the service at one call of a write, repeats the write in another process, and checks the
 * responses.
 */
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
    if (!isSame(second, third))
      faults.push(`the third request was answered ${show(third)}, but the second ${show(second)}`);
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
  // Wait until all events are published, because publishing them during the write would add calls.
  await until(async () => (await countUnpublished(service.connection, service.target.records, userId)) === 0);
  return { userId, given };
}

/**
 * Returns the response. Undefined if none arrived, or if its status is 500 or more: it is then
 * unknown whether the request was carried out.
 */
async function answerOf(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    const answer = await ask();
    return answer.status < 500 ? answer : undefined;
  } catch (error) {
    // If the connection breaks, fetch throws a TypeError. Compare its name, because the TypeError
    // comes from another JavaScript realm. Any other error is a fault.
    if ((error as Error).name === 'TypeError') return undefined;
    throw error;
  }
}

async function faultsOfAnswer(world: World, path: WritePath, given: unknown, first: Answer): Promise<string[]> {
  if (!isSuccess(first)) return [`it was answered ${show(first)}`];
  const read = await path.read?.(world, given, first);
  if (!read || (isSuccess(read) && disagreements(first.body ?? {}, read.body).length === 0)) return [];
  return [`it was acknowledged as ${show(first)}, but read as ${show(read)}`];
}

function faultsOfRepetition(path: WritePath, first: Answer | undefined, second: Answer): string[] {
  const isFine = {
    'the same': first ? isSame(first, second) : isSuccess(second),
    refused: second.status === 409 || (!first && isSuccess(second)),
    gone: second.status === 404 || (!first && isSuccess(second)),
    another: isSuccess(second),
  }[path.repeated];
  return isFine
    ? []
    : [`the first request was answered ${first ? show(first) : 'nothing'}, and the second ${show(second)}`];
}

function acknowledgementOf({ record }: WritePath, answer: Answer | undefined): Acknowledgement[] {
  if (!record || !answer || !isSuccess(answer)) return [];
  const version = Number(/\d+/.exec(answer.headers.get('etag') ?? '1')![0]);
  return [{ type: record, id: answer.body.id as number, version, record: answer.body as Record<string, unknown> }];
}

/** Converts an error that a check threw to a list of faults. */
export const asFaults = (error: unknown): string[] => [String(error)];
const isSuccess = ({ status }: Answer) => status === 200 || status === 204;
const show = ({ status, body }: Answer) => `${status} ${JSON.stringify(body)}`;
const isSame = (a: Answer, b: Answer) => isSuccess(a) && a.status === b.status && isDeepStrictEqual(a.body, b.body);
