import { bodyMutations } from './mutate-body';
import { headerMutations } from './mutate-headers';
import { targetMutations } from './mutate-target';
import type { Mutation } from './mutation';

/** All mutations of requests. Bodies have the most rules, so most mutations change bodies. */
export const mutations: readonly Mutation[] = [
  ...bodyMutations,
  ...bodyMutations,
  ...targetMutations,
  ...headerMutations,
];
