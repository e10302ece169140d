import path from 'node:path';
import { calendarChange } from '@keyhaven/contracts/pricing/calendar-change';
import { publicRoutes } from '@keyhaven/client/contract/public-routes';
import { routeTable } from '@keyhaven/client/contract/route-table';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import ts from 'typescript';
import type { z } from 'zod';
import { comment, descriptionsOf } from './describe-fields';
import { root } from './root';
import { TypePrinter } from './type-printer';

const contract = path.join(root, 'libs/client/src/contract');

/** Prints the types of contract/records.ts and contract/operations.ts without references to the contracts. */
export function printContractTypes(program: ts.Program): string {
  const checker = program.getTypeChecker();
  const printer = new TypePrinter(checker);
  const isObject = (type: ts.Type) => (type.flags & ts.TypeFlags.Object) !== 0;
  const records = exportsOf(program, 'records.ts').map(({ name }, index, symbols) => ({
    name,
    type: checker.getDeclaredTypeOfSymbol(symbols[index]!),
  }));
  for (const { name, type } of records) if (isObject(type)) printer.name(name, type);
  const symbols = new Map(exportsOf(program, 'operations.ts').map((symbol) => [symbol.name, symbol]));
  // Print the operations before the records, because the contracts of operations describe the fields of records.
  const operations = printOperations(checker, printer, symbols.get('Operations')!);
  return [
    ...records.map(({ name, type }) =>
      isObject(type)
        ? printer.declaration(name, type, descriptionsOf.schema(notAnswered[name]))
        : `type ${name} = ${printer.print(type, '')};`,
    ),
    symbols.get('Operation')!.declarations![0]!.getFullText().trim().replace('export ', ''),
    operations,
    '/** The names of all operations. */\ntype OperationName = keyof Operations;',
  ].join('\n\n');
}

/** The schemas of records that no operation returns. */
const notAnswered: Readonly<Record<string, z.ZodType>> = { CalendarChange: calendarChange };

function exportsOf(program: ts.Program, file: string): ts.Symbol[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path.join(contract, file))!;
  return checker.getExportsOfModule(checker.getSymbolAtLocation(source)!);
}

function printOperations(checker: ts.TypeChecker, printer: TypePrinter, symbol: ts.Symbol): string {
  const properties = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  const names = properties.map(({ name }) => name).sort();
  const expected = Object.keys(routeTable).sort();
  if (names.join() !== expected.join()) throw new Error('the operations of operations.ts and route-table.ts differ');
  const lines = properties.map((property) => {
    const route: AppRoute = publicRoutes[property.name as keyof typeof publicRoutes];
    const parts = checker.getPropertiesOfType(checker.getTypeOfSymbol(property)).map((part) => {
      const described = part.name === 'request' ? descriptionsOf.request(route) : descriptionsOf.answer(route);
      return `    ${part.name}: ${printer.print(checker.getTypeOfSymbol(part), '    ', described)};`;
    });
    const about = [route.summary, route.description].filter((text) => text !== undefined).join('\n\n');
    return `${comment(`\`${route.method} ${route.path}\`: ${about}`, '  ')}  ${property.name}: {\n${parts.join('\n')}\n  };`;
  });
  return `/** All operations of version 2, by name. */\ninterface Operations {\n${lines.join('\n')}\n}`;
}
