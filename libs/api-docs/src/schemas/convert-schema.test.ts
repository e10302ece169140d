import { activeQuery, booleanQuery, idInput, idListInput, text, wordInput } from '@keyhaven/contracts/shared/inputs';
import { readLaterAs } from '@keyhaven/contracts/shared/read-later';
import { echoesOf } from '@keyhaven/contracts/shared/server-decided';
import { z } from 'zod';
import { SchemaConverter } from './convert-schema';

const input = (schema: z.ZodType) => new SchemaConverter().convert(schema, 'input');
const output = (schema: z.ZodType) => new SchemaConverter().convert(schema, 'output');

describe('the OpenAPI 3.0 form of a schema', () => {
  it('declares null with nullable, and in an enum also as a value, because client generators need both', () => {
    expect(output(z.enum(['a', 'b']).nullable())).toEqual({ type: 'string', nullable: true, enum: ['a', 'b', null] });
    expect(output(z.union([z.string(), z.null()]))).toEqual({ type: 'string', nullable: true });
  });

  it('shows only the documented form of a value that clients may send in several forms', () => {
    expect(input(idInput.describe('An id.'))).toEqual({
      type: 'integer',
      format: 'int64',
      minimum: 1,
      description: 'An id.',
    });
    expect(input(idListInput)).toMatchObject({ type: 'array', items: { type: 'integer' }, maxItems: 1000 });
    expect(input(booleanQuery.default(false))).toEqual({ type: 'boolean', default: false });
    expect(input(activeQuery)).toMatchObject({ type: 'string', enum: ['true', 'false', 'all'] });
    expect(input(wordInput(['a', 'b']))).toEqual({ type: 'string', enum: ['a', 'b'] });
    expect(input(text(5))).toEqual({ type: 'string', maxLength: 5 });
  });

  it('omits request fields that only the server sets', () => {
    const body = z.object({ name: z.string(), ...echoesOf({ created_utc: 'it is set by the server' }).shape });
    expect(Object.keys(input(body).properties!)).toEqual(['name']);
  });

  it('shows the schema of a field that the contract accepts unparsed and the service parses later', () => {
    expect(input(z.array(readLaterAs(z.object({ amount: z.number() }))))).toMatchObject({
      type: 'array',
      items: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
    });
  });

  it('allows additional fields in responses, and forbids unknown fields in requests only where the contract does', () => {
    expect(output(z.object({}))).not.toHaveProperty('additionalProperties');
    expect(input(z.object({}))).not.toHaveProperty('additionalProperties');
    expect(input(z.strictObject({}))).toMatchObject({ additionalProperties: false });
  });

  it("gives integers the format int32 or int64, without JavaScript's safe integer limits as bounds", () => {
    expect(output(z.int().positive())).toEqual({ type: 'integer', format: 'int64', minimum: 1 });
    expect(output(z.int().max(9))).toEqual({ type: 'integer', format: 'int32', maximum: 9 });
  });
});

describe('a schema with a name', () => {
  const guest = z.object({ name: z.string().default('') }).meta({ id: 'TestGuest', description: 'A guest.' });

  it('becomes a component to which other schemas refer', () => {
    const converter = new SchemaConverter();
    const schema = converter.convert(z.object({ guest: guest.nullable() }), 'output');
    expect(schema.properties!.guest).toEqual({
      nullable: true,
      allOf: [{ $ref: '#/components/schemas/TestGuest' }],
    });
    expect(converter.components.TestGuest).toMatchObject({ description: 'A guest.', required: ['name'] });
  });

  it('becomes a second component with the suffix Input if requests have a different schema', () => {
    const converter = new SchemaConverter();
    expect(converter.convert(guest, 'output')).toEqual({ $ref: '#/components/schemas/TestGuest' });
    expect(converter.convert(guest, 'input')).toEqual({ $ref: '#/components/schemas/TestGuestInput' });
    expect(Object.keys(converter.components)).toEqual(['TestGuest', 'TestGuestInput']);
  });

  it('is refused if a different schema already has its name', () => {
    const converter = new SchemaConverter();
    converter.add('Stay', { type: 'object' }, 'output');
    expect(() => converter.add('Stay', { type: 'string' }, 'output')).toThrow(
      'two different schemas have the name Stay',
    );
  });
});
