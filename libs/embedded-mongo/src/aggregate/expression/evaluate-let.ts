import type { Evaluation } from '../../query/evaluation';
import { documentOf, entriesOf, type Document } from '../../values/document';
import { compileIn } from './compile-expression';
import { requireVariableName } from './loops';
import { Env, Scope } from './scope';

/**
 * The values of a command's `let`: each is an expression over constants and the variables before it.
 * @throws MongoError 4890500 for an expression that reads a document, 9 for a name that a variable cannot have
 */
export function evaluateLet(definitions: Document, evaluation: Evaluation): Document {
  let variables: Document = {};
  for (const [name, expression] of entriesOf(definitions)) {
    requireVariableName(name);
    const evaluate = compileIn(expression, Scope.withoutDocument({ ...evaluation, variables }));
    variables = documentOf([...entriesOf(variables), [name, evaluate(new Env(undefined))]]);
  }
  return variables;
}
