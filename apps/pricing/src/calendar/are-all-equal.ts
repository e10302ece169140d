import { isDeepStrictEqual } from 'node:util';

/** Whether the states that a copy was in, and the one that it is in, show the same on calendars: nothing is to be told. */
export function areAllEqual(states: readonly unknown[]): boolean {
  return states.every((state) => isDeepStrictEqual(state, states[0]));
}
