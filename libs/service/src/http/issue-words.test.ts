import { z } from 'zod';
import { describeIssue } from './validation-messages';

/** Returns the messages with which the schema refuses the body. */
function messagesOf(schema: z.ZodType, body: unknown): string[] {
  return (schema.safeParse(body).error?.issues ?? []).map((issue) => describeIssue('body', issue, body));
}

describe('a validation message', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['a text for a list', z.array(z.string()), 'a', 'body: "a" is not accepted; expected a list'],
    ['null for a list', z.object({ a: z.array(z.string()) }), { a: null }, 'a: null is not accepted; expected a list'],
    ['a text for a number', z.object({ a: z.number() }), { a: 'x' }, 'a: "x" is not accepted; expected a number'],
    ['a fraction', z.object({ a: z.int() }), { a: 1.5 }, 'a: 1.5 is not accepted; expected a whole number'],
    ['a number for a boolean', z.object({ a: z.boolean() }), { a: 1 }, 'a: 1 is not accepted; expected true or false'],
    ['a list for an object', z.object({}), [], 'body: [] is not accepted; expected an object'],
    ['a large number', z.number().max(5), 6, 'body: 6 is not accepted; expected at most 5'],
    ['a small number', z.number().gt(5), 5, 'body: 5 is not accepted; expected more than 5'],
    ['a long text', z.string().max(2), 'abc', 'body: "abc" is not accepted; expected at most 2 characters'],
    ['an empty text', z.string().min(1), '', 'body: "" is not accepted; expected at least 1 character'],
    ['a short list', z.array(z.any()).min(2), [1], 'body: [1] is not accepted; expected at least 2 elements'],
    ['a value outside an enum', z.enum(['a', 'b']), 'c', 'body: "c" is not accepted; expected one of a, b'],
    ['a value other than the literal', z.literal('a'), 'c', 'body: "c" is not accepted; expected a'],
    ['an unknown field', z.strictObject({}), { b: 1 }, 'body: {"b":1} is not accepted; unknown fields: b'],
    [
      'a value that matches no member of a union',
      z.union([z.string(), z.number()]),
      true,
      'body: true is not accepted; expected one of the documented forms',
    ],
    ['an invalid address', z.url(), 'x', 'body: "x" is not accepted; expected an address'],
    [
      'a schema with a message of its own',
      z.string({ error: 'expected a name' }),
      5,
      'body: 5 is not accepted; expected a name',
    ],
  ])('has our own wording for %s', (_what, schema, body, message) => {
    expect(messagesOf(schema, body)).toEqual([message]);
  });

  it('has at most 300 characters, even if the value is long', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`unknown_field_${index}`, 'x']));
    const [message] = messagesOf(z.strictObject({}), many);
    expect(message).toHaveLength(300);
    expect(message).toMatch(/^body: .* unknown fields: unknown_field_0, .*…$/);
    const [deep] = messagesOf(z.record(z.string(), z.number()), { ['x'.repeat(5000)]: 'y'.repeat(5000) });
    expect(deep!.length).toBeLessThanOrEqual(300);
    expect(deep).toMatch(/expected a number$/);
  });

  it('is well-formed Unicode if a long value is cut in the middle of an emoji', () => {
    for (const start of ['', 'x']) {
      const [message] = messagesOf(z.object({ a: z.number() }), { a: start + '🏠'.repeat(100) });
      expect(message).toMatch(/^a: "x?🏠+… is not accepted; expected a number$/u);
      expect(message!.isWellFormed()).toBe(true);
    }
  });

  it('is well-formed Unicode even if the name of a field is not', () => {
    const [message] = messagesOf(z.record(z.string(), z.number()), { 'a\ud83d': 'x' });
    expect(message).toBe('a\ufffd: "x" is not accepted; expected a number');
    const [unknown] = messagesOf(z.strictObject({}), { 'a\ud83d': 'x' });
    expect(unknown!.isWellFormed()).toBe(true);
  });
});
