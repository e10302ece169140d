import { locationError, MongoError } from '../errors/mongo-error';
import type { Evaluation } from '../evaluation/evaluation';
import { entriesOf, isDocument, keysOf, newDocument, setField, type Document } from '../values/document';
import { requireFieldName, splitFieldPath } from '../values/path-names';
import { show } from '../values/show';
import { MAX_DEPTH } from '../values/limits';
import { readPath } from './read-path';
import { operatorNamed } from './registry';
import { constant, Env, folded, Scope, type Evaluate } from './operators/scope';

/**
 * Compiles an aggregation expression to a function of a document. The function returns undefined
 * for a missing value.
 * @throws MongoError if the expression is malformed or unsupported, before any document is read
 */
export function compileExpression(expression: unknown, evaluation: Evaluation): (document: Document) => unknown {
  const evaluate = expressionScope(evaluation).compile(expression);
  return (document) => evaluate(new Env(document));
}

/** Creates a scope for expressions that share variables. */
export function expressionScope(evaluation: Evaluation): Scope {
  return new Scope(evaluation, compileIn);
}

let depth = 0;

/** Compiles an expression that may refer to the variables of the scope. */
function compileIn(expression: unknown, scope: Scope): Evaluate {
  if (typeof expression === 'string')
    return expression.startsWith('$') ? compileReference(expression, scope) : constant(expression);
  if (typeof expression !== 'object' || expression === null) return constant(expression);
  if (depth > MAX_DEPTH) throw new MongoError(15, 'Overflow', 'an expression has too many levels');
  depth++;
  try {
    if (Array.isArray(expression)) return compileArray(expression, scope);
    return isDocument(expression) ? compileDocument(expression, scope) : constant(expression);
  } finally {
    depth--;
  }
}

/** Compiles `$field.path`, `$$variable` or `$$variable.path`. */
function compileReference(reference: string, scope: Scope): Evaluate {
  if (reference === '$') throw locationError(16872, "'$' by itself is not a valid FieldPath");
  if (!reference.startsWith('$$')) return compilePath(splitFieldPath(reference.slice(1)), scope.root);
  if (reference === '$$') throw new MongoError(9, 'FailedToParse', 'empty variable names are not allowed');
  const [name, ...rest] = reference.slice(2).split('.');
  const variable = scope.variable(name as string);
  if (rest.length === 0) return variable;
  return folded(compilePath(splitFieldPath(rest.join('.')), variable), [variable]);
}

function compilePath(parts: readonly string[], start: Evaluate): Evaluate {
  return (env) => readPath(start(env), parts, 0);
}

function compileArray(items: readonly unknown[], scope: Scope): Evaluate {
  const parts = items.map((item) => compileIn(item, scope));
  return folded(
    (env) =>
      parts.map((part) => {
        const value = part(env);
        return value === undefined ? null : value;
      }),
    parts,
  );
}

function compileDocument(expression: Document, scope: Scope): Evaluate {
  const names = keysOf(expression);
  const [first] = names;
  if (first?.startsWith('$')) {
    if (names.length > 1) {
      throw locationError(
        15983,
        `an expression specification must contain exactly one field, the name of the expression. Found ${names.length} fields in ${show(expression)}`,
      );
    }
    return operatorNamed(first)(expression[first], scope, first);
  }
  return compileFields(entriesOf(expression), scope);
}

/**
 * Compiles a document whose fields are expressions. The result omits each field whose expression
 * has no value.
 */
function compileFields(entries: readonly [string, unknown][], scope: Scope): Evaluate {
  const fields = entries.map(([name, value]) => {
    requireFieldName(name);
    if (name.includes('.'))
      throw locationError(16412, "FieldPath field names may not contain '.'. Consider using $getField or $setField.");
    return [name, compileIn(value, scope)] as const;
  });
  const parts = fields.map(([, part]) => part);
  return folded((env) => {
    const document = newDocument();
    for (const [name, part] of fields) {
      const value = part(env);
      if (value !== undefined) setField(document, name, value);
    }
    return document;
  }, parts);
}
