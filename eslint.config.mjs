import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';
import {
  compositionFiles,
  compositionTestFiles,
  moduleBoundaries,
  testFiles,
} from './tools/lint/module-boundaries.mjs';
import { restrictedImports } from './tools/lint/restricted-imports.mjs';
import { testNames } from './tools/lint/test-names.mjs';

export default tseslint.config(
  { ignores: ['**/node_modules', 'dist', 'coverage', '.nx', '.keyhaven'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    plugins: { '@nx': nx },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@nx/enforce-module-boundaries': moduleBoundaries({}),
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: compositionFiles,
    rules: { '@nx/enforce-module-boundaries': moduleBoundaries({ forComposition: true }) },
  },
  {
    files: testFiles,
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': moduleBoundaries({ forTests: true }),
      'no-restricted-syntax': testNames,
      // Tests may read response bodies without types, because the test client has already checked each response against
      // the contract.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: compositionTestFiles,
    rules: { '@nx/enforce-module-boundaries': moduleBoundaries({ forTests: true, forComposition: true }) },
  },
  {
    files: ['apps/**/*.{ts,tsx}', 'libs/**/*.{ts,tsx}'],
    ignores: ['libs/contracts/**', 'libs/api-docs/**', ...testFiles],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'Literal[value=/^\\u002f(internal|operator)\\u002f/]',
          'TemplateElement[value.raw=/^\\u002f(internal|operator)\\u002f/]',
        ].map((selector) => ({
          selector,
          message: 'Call another service through the client of its contract: peer(contract).route({ … }).',
        })),
      ],
    },
  },
  ...restrictedImports,
  {
    files: ['tools/**/*.ts', '**/main.ts', '**/testing/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  prettier,
);
