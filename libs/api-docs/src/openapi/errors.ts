import { type ErrorCode, errorRegistry } from '@keyhaven/contracts/shared/errors';
import type { JsonSchema } from '../schemas/json-schema';
import type { Reference, Response } from './document';
import type { RecordedErrors } from './recorded-errors';
import { type AnswerHeader, referTo } from './headers';

const COMPONENT = '#/components/responses/';

interface Registered {
  status: number;
  when: string;
  action: string;
}
const registry = Object.entries(errorRegistry) as [ErrorCode, Registered][];

/** The statuses whose responses have a Retry-After header. */
const withRetryAfter = [429, 503];

/**
 * Creates the error responses of a document. Each is defined once as a component, and operations
 * refer to it.
 */
export class ErrorResponses {
  readonly components: Record<string, Response> = {};

  /**
   * @param everyAnswer the headers that all responses have.
   * @param recorded for each error code, a recorded response to show as the example, if there is one.
   */
  constructor(
    private readonly everyAnswer: readonly AnswerHeader[],
    private readonly recorded: RecordedErrors,
  ) {}

  /**
   * Defines the response for an error status, if it is not defined yet.
   * @returns a reference to the response.
   * @param schema the schema of the error body.
   * @param takesNights whether the route can also respond with `nights_taken`.
   */
  respond(status: number, schema: JsonSchema, takesNights: boolean): Reference {
    const codes = registry.filter(([code, one]) => one.status === status && (takesNights || code !== 'nights_taken'));
    const hasNights = codes.some(([code]) => code === 'nights_taken');
    const name = `${schemaName(schema)}${status}${hasNights ? 'Nights' : ''}`;
    const texts = codes.map(([code, { when, action }]) => `\`${code}\`: ${when} ${action}`);
    this.components[name] ??= {
      description: texts.join('\n\n'),
      headers: this.headersFor(status),
      content: {
        'application/json': {
          schema,
          ...this.examplesOf(codes, schema),
        },
      },
    };
    return { $ref: `${COMPONENT}${name}` };
  }

  /**
   * Defines the `default` response, for the errors that an operation does not list. @returns a
   * reference to it.
   */
  respondOtherwise(schema: JsonSchema): Reference {
    const name = `${schemaName(schema)}Other`;
    this.components[name] ??= {
      description: 'Any other error. The code in `status` says what happened, and the messages say what to do.',
      headers: this.headersFor(0),
      content: { 'application/json': { schema } },
    };
    return { $ref: `${COMPONENT}${name}` };
  }

  private examplesOf(codes: readonly (readonly [ErrorCode, Registered])[], schema: JsonSchema) {
    if (schemaName(schema).includes('OAuth')) return {};
    const examples = codes.flatMap(([code]) => {
      const value = this.recorded.get(code);
      return value === undefined ? [] : [[code, { summary: code, value }] as const];
    });
    return examples.length === 0 ? {} : { examples: Object.fromEntries(examples) };
  }

  private headersFor(status: number): Response['headers'] {
    return referTo([...this.everyAnswer, ...(withRetryAfter.includes(status) ? (['Retry-After'] as const) : [])]);
  }
}

function schemaName({ $ref = '' }: JsonSchema): string {
  return $ref.split('/').at(-1)!;
}
