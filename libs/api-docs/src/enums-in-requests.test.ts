import { laterReader } from '@keyhaven/contracts/shared/read-later';
import { z } from 'zod';
import { operatorContracts, publicContracts } from './contracts';

/**
 * Lists the enums in a part of a request that zod compares exactly, by their places in its JSON Schema. Leaves out the
 * keys of objects, such as the weekdays of `by_weekday`: like all names of fields, they are compared exactly.
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
    'are accepted in %s in any case and without underscores, because wordInput reads them',
    (part) => {
      const exact = routes.flatMap(([name, route]) =>
        exactEnums(Reflect.get(route, part)).map((place) => `${name}: ${place}`),
      );
      expect(exact).toEqual([]);
    },
  );
});
