/**
 * The rule for the names of tests. A list of failures shows `a calendar event › collects all changes`, so a name must
 * be a statement, and not a clause that begins with `that` or `if`.
 */
const callees = [
  '[callee.name=/^(it|test)$/]',
  // it.skip('…') and it.only('…')
  '[callee.object.name=/^(it|test)$/]',
  // it.each(cases)('…')
  '[callee.callee.object.name=/^(it|test)$/]',
];
const CLAUSE = '/^(that|if) /i';
const names = [`[arguments.0.value=${CLAUSE}]`, `[arguments.0.quasis.0.value.raw=${CLAUSE}]`];

export const testNames = [
  'error',
  ...callees.flatMap((callee) =>
    names.map((name) => ({
      selector: `CallExpression${callee}${name}`,
      message: 'Name the test with a statement, such as "answers 404 for an unknown id".',
    })),
  ),
];
