import { bodyMutations } from './mutate-body';
import { headerMutations } from './mutate-headers';
import { targetMutations } from './mutate-target';
import type { Mutation } from './mutation';

/** All mutations of requests. The contract has the most rules for bodies, so most mutations change bodies. */
export const mutations: readonly Mutation[] = [
  ...bodyMutations,
  ...bodyMutations,
  ...targetMutations,
  ...headerMutations,
];
