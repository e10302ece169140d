import type { Dice } from './dice';
import type { Plan } from './plan';

/**
 * Changes a planned request into one that a client should not send.
 * @returns what it changed; undefined if the request has nothing to change in this way.
 */
export type Mutation = (plan: Plan, dice: Dice) => string | undefined;
