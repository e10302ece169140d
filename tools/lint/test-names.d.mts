import type { Linter } from 'eslint';

/** The setting of the rule no-restricted-syntax for files with tests. */
export const testNames: Linter.RuleEntry;
