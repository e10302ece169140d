import { bodyMutations } from './mutate-body';
import { headerMutations } from './mutate-headers';
import { targetMutations } from './mutate-target';
import type { Mutation } from './mutation';

/** All changes of requests. Bodies have the most rules, so they are changed most often. */
export const mutations: readonly Mutation[] = [
  ...bodyMutations,
  ...bodyMutations,
  ...targetMutations,
  ...headerMutations,
];
