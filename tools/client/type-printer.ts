import ts from 'typescript';
import { comment, type Described, nothingDescribed } from './describe-fields';

/**
 * Prints types with the descriptions of their fields. Types of other packages are printed in full, so that the text
 * needs no imports.
 */
export class TypePrinter {
  /** The names of types. Each key is the text that would be printed for the type without descriptions. */
  private readonly names = new Map<string, string>();
  private readonly descriptions = new Map<string, Described>();

  constructor(private readonly checker: ts.TypeChecker) {}

  /** Names a type. From now on, the printer writes this name wherever the type occurs. */
  name(name: string, type: ts.Type): void {
    this.names.set(this.printed(type, '', nothingDescribed, false), name);
  }

  /**
   * Prints the declaration of a named type. The descriptions of its fields come from the first
   * place where the name was printed.
   * @param described the descriptions that are used if the name was not printed before.
   */
  declaration(name: string, type: ts.Type, described: Described = nothingDescribed): string {
    const known = this.descriptions.get(name) ?? described;
    return `${comment(known.text, '')}interface ${name} ${this.fields(type, '', known, true)}`;
  }

  /** @param indent the indentation of the line on which the type begins. */
  print(type: ts.Type, indent: string, described: Described = nothingDescribed): string {
    return this.printed(type, indent, described, true);
  }

  private printed(type: ts.Type, indent: string, described: Described, withComments: boolean): string {
    const { checker } = this;
    if (type.isUnion()) return this.union(type.types, indent, described, withComments);
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'unknown';
    if (type.isStringLiteral()) return `'${type.value.replaceAll("'", "\\'")}'`;
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return checker.typeToString(type);
    if (type.symbol?.name === 'Date') return 'Date';
    if (checker.isTupleType(type)) {
      const entries = checker.getTypeArguments(type as ts.TypeReference);
      return `[${entries.map((entry) => this.printed(entry, indent, nothingDescribed, withComments)).join(', ')}]`;
    }
    if (checker.isArrayType(type)) {
      const entry = this.printed(
        checker.getTypeArguments(type as ts.TypeReference)[0]!,
        indent,
        described.entry(),
        withComments,
      );
      const list = entry.includes(' | ') && !entry.startsWith('{') ? `(${entry})[]` : `${entry}[]`;
      return type.symbol.name === 'ReadonlyArray' ? `readonly ${list}` : list;
    }
    return this.object(type, indent, described, withComments);
  }

  private union(types: ts.Type[], indent: string, described: Described, withComments: boolean): string {
    const isBoolean = (type: ts.Type) => (type.flags & ts.TypeFlags.BooleanLiteral) !== 0;
    const last = (type: ts.Type) => (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined) ? 1 : 0);
    const both = types.filter(isBoolean).length === 2;
    const kept = types.filter((type) => !both || !isBoolean(type)).sort((one, other) => last(one) - last(other));
    const printed = kept.map((type) => {
      const text = this.printed(type, indent, described, withComments);
      return text.startsWith('readonly ') ? `(${text})` : text;
    });
    return [...(both ? ['boolean'] : []), ...printed].join(' | ');
  }

  private object(type: ts.Type, indent: string, described: Described, withComments: boolean): string {
    if (withComments) {
      const name = this.names.get(this.printed(type, '', nothingDescribed, false));
      if (name !== undefined) {
        if (!this.descriptions.has(name)) this.descriptions.set(name, described);
        return name;
      }
    }
    return this.fields(type, indent, described, withComments);
  }

  private fields(type: ts.Type, indent: string, described: Described, withComments: boolean): string {
    const { checker } = this;
    const inner = `${indent}  `;
    const fields = checker.getPropertiesOfType(type).map((property) => {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const own = described.field(property.name);
      const whole = checker.getTypeOfSymbol(property);
      const value = isOptional ? this.withoutUndefined(whole) : [whole];
      const text = this.union(value, inner, own, withComments);
      const written = own.text ?? ts.displayPartsToString(property.getDocumentationComment(checker));
      const name = /^[a-z_]\w*$/i.test(property.name) ? property.name : `'${property.name}'`;
      return `${withComments ? comment(written, inner) : ''}${inner}${name}${isOptional ? '?' : ''}: ${text};`;
    });
    const indexes = checker.getIndexInfosOfType(type).map((info) => {
      const value = this.printed(info.type, inner, nothingDescribed, withComments);
      return `${inner}[name: ${checker.typeToString(info.keyType)}]: ${value};`;
    });
    const lines = [...fields, ...indexes];
    return lines.length === 0 ? 'Record<never, never>' : `{\n${lines.join('\n')}\n${indent}}`;
  }

  private withoutUndefined(type: ts.Type): ts.Type[] {
    const types = type.isUnion() ? type.types : [type];
    return types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
  }
}
