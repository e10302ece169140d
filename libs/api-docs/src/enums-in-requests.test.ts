import { laterReader } from '@keyhaven/contracts/shared/read-later';
import { z } from 'zod';
import { operatorContracts, publicContracts } from './contracts';

/**
 * Lists the enums in a part of a request whose values zod compares exactly. Each enum is named by its path in the JSON
 * Schema.
 * Omits the keys of objects, such as the weekdays of `by_weekday`, because all names of fields are compared exactly.
 */
function exactEnums(schema: unknown): string[] {
  if (!(schema instanceof z.ZodType)) return [];
  const found = new Set<string>();
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, path }) => {
      const reader = zodSchema instanceof z.ZodUnknown ? laterReader(zodSchema) : undefined;
      for (const inside of exactEnums(reader)) found.add(inside);
      const isExact = zodSchema instanceof z.ZodEnum || zodSchema instanceof z.ZodLiteral;
      if (isExact && path.at(-1) !== 'propertyNames') found.add(path.join('.'));
    },
  });
  return [...found];
}

const routes = [...publicContracts, ...operatorContracts].flatMap((contract) => Object.entries(contract.routes));

describe('the enum values in requests of integrations and operators', () => {
  it.each(['pathParams', 'query', 'headers', 'body'] as const)(
    'are read by wordInput, which ignores case and underscores (part of the request: %s)',
    (part) => {
      const exact = routes.flatMap(([name, route]) =>
        exactEnums(Reflect.get(route, part)).map((place) => `${name}: ${place}`),
      );
      expect(exact).toEqual([]);
    },
  );
});
