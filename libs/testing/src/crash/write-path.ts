import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { Answer, CheckedClient } from '../checked-client';

/** How long recovery after a kill may take, in milliseconds. Includes a lease, a sweep, and a slow machine. */
export const SETTLING_MS = 60_000;

/** The clients of one account for one process of a service. */
export interface World {
  userId: number;
  api: CheckedClient;
  operator: CheckedClient;
  /** Delivers an event of another service. Resolves when every consumer has handled it. */
  deliver(topic: string, event: ChangeEvent): Promise<Answer>;
}

/**
 * The expected answer when an acknowledged request is repeated:
 * - `the same`: the same answer, because of its key or because it changes nothing more
 * - `refused`: 409, because its own effect prevents it
 * - `gone`: 404, because it removed the record
 * - `another`: it is carried out again
 *
 * If the outcome of the first request is unknown, the repeated request may also succeed in the cases `refused` and
 * `gone`.
 */
export type Repetition = 'the same' | 'refused' | 'gone' | 'another';

/**
 * A write during which the service is killed at each of its calls. `given` prepares it in another process, undisturbed.
 * `act` sends the one request that is killed. It may be called again with the same `given`, and must then send the same
 * request.
 */
export interface WritePath<Given = any> {
  /** The write, in words that continue "killed while". */
  name: string;
  given?(world: World): Promise<Given>;
  act(world: World, given: Given): Promise<Answer>;
  repeated: Repetition;
  /** The `entity_type` of the record that `act` returns. Absent if it returns no record with events. */
  record?: string;
  /** Reads the record that an acknowledged `act` returned. Fields in both answers must be equal. */
  read?(world: World, given: Given, answer: Answer): Promise<Answer>;
  /** Lists further faults at the end. `answer` is the answer to the repeated request. */
  faults?(world: World, given: Given, answer: Answer): Promise<string[]>;
}
