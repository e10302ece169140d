import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { Answer, CheckedClient } from '../checked-client';

/** How long recovery after a kill may take, in milliseconds: a lease, a sweep, and a slow machine. */
export const SETTLING_MS = 60_000;

/** A client of one account for one process of a service. */
export interface World {
  userId: number;
  api: CheckedClient;
  operator: CheckedClient;
  /** Delivers an event of another service. Resolves when every consumer has handled it. */
  deliver(topic: string, event: ChangeEvent): Promise<Answer>;
}

/**
 * What the same request is answered once more, if the first was acknowledged. `the same`: the same answer, because of its
 * key or because it changes nothing any more. `refused`: a 409, for it stands in its own way. `gone`: a 404, for what it
 * removed is not there. `another`: it is done anew. If nobody knows whether the first was done, what would be `refused`
 * or `gone` may also be done now.
 */
export type Repetition = 'the same' | 'refused' | 'gone' | 'another';

/**
 * A write, to be killed at each of its calls. `given` runs undisturbed in another process; `act` is the one request that
 * is killed. It may be called again with the same `given`, and has to ask the same then.
 */
export interface WritePath<Given = any> {
  /** What is done, worded to follow "killed while". */
  name: string;
  given?(world: World): Promise<Given>;
  act(world: World, given: Given): Promise<Answer>;
  repeated: Repetition;
  /** The `entity_type` of the record that `act` answers; left out: the answer is no record that has events. */
  record?: string;
  /** Reads the record that an acknowledged `act` answered. Fields that both have must be equal. */
  read?(world: World, given: Given, answer: Answer): Promise<Answer>;
  /** Describes other faults at the end; `answer` is the answer of the repetition. */
  faults?(world: World, given: Given, answer: Answer): Promise<string[]>;
}
