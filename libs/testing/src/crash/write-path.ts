import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { Answer, CheckedClient } from '../checked-client';

/**
 * How long the recovery from a kill may take on a slow machine, in milliseconds. The lease of the
 * killed process must expire, and another process must find and finish the work.
 */
export const SETTLING_MS = 60_000;

/** The clients of one account, connected to one process of a service. */
export interface World {
  userId: number;
  api: CheckedClient;
  operator: CheckedClient;
  /** Delivers an event of another service. Resolves when every consumer has handled it. */
  deliver(topic: string, event: ChangeEvent): Promise<Answer>;
}

/**
 * The expected response when an acknowledged request is repeated:
 * - `the same`: the same response, because of its Idempotency-Key or because the repetition changes
 *   nothing
 * - `refused`: a 409, because of the effect of the first request
 * - `gone`: a 404, because the first request removed the record
 * - `another`: the request is carried out again
 *
 * If it is unknown whether the first request was carried out, the repeated request may also succeed
 * in the cases `refused` and `gone`.
 */
export type Repetition = 'the same' | 'refused' | 'gone' | 'another';

/**
 * A write during which the service is killed, once before and once after each call that the write
 * makes, such as a database call. `given` prepares the write in another process, which is not
 * killed. `act` sends the request during which the service is killed. `act` may be called again
 * with the same result of `given`, and must then send the same request.
 */
export interface WritePath<Given = any> {
  /** Describes the write. The test names contain it after the words "killed while". */
  name: string;
  given?(world: World): Promise<Given>;
  act(world: World, given: Given): Promise<Answer>;
  repeated: Repetition;
  /**
   * The `entity_type` of the record that `act` returns. Absent if `act` returns no record with
   * events.
   */
  record?: string;
  /**
   * Reads the record that an acknowledged `act` returned. Fields that both responses contain must
   * be equal.
   */
  read?(world: World, given: Given, answer: Answer): Promise<Answer>;
  /**
   * Lists further faults at the end of the test. `answer` is the response to the repeated request.
   */
  faults?(world: World, given: Given, answer: Answer): Promise<string[]>;
}
