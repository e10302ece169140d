import type { Dice } from './dice';
import type { Plan } from './plan';

/**
 * Changes a planned request, so that it becomes a request that a client should not send.
 * @returns a description of the change; undefined if the request has no part to which the mutation applies.
 */
export type Mutation = (plan: Plan, dice: Dice) => string | undefined;
