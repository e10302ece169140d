import { MongoError, notSupported } from '../../errors';
import { escapedSet, posixSet, rangesOf } from './character-sets';
import type { CharacterSet, Node, Options, ParsedPattern } from './syntax';

/** PCRE's own limit of a counted repetition. */
const MAX_COUNT = 65_535;
const CONTROL_ESCAPES: Record<string, number> = { t: 9, n: 10, r: 13, f: 12, a: 7, e: 27 };

/**
 * Parses the part of PCRE's language that a linear matcher can run: no look-around, back references, possessive or
 * atomic groups, Unicode properties, or options inside the pattern (all refused, 238).
 * @throws MongoError 51091 for a malformed pattern
 */
export function parsePattern(pattern: string, options: Options): ParsedPattern {
  return new Parser(pattern, options).parse();
}

function invalid(why: string): MongoError {
  return new MongoError(51091, 'Location51091', `Regular expression is invalid: ${why}`);
}

class Parser {
  private readonly characters: string[];
  private at = 0;
  private groups = 0;

  constructor(
    pattern: string,
    private readonly options: Options,
  ) {
    this.characters = Array.from(pattern);
  }

  parse(): ParsedPattern {
    const node = this.choice();
    if (this.at < this.characters.length) throw invalid('unmatched closing parenthesis');
    return { node, groups: this.groups };
  }

  private peek(ahead = 0): string | undefined {
    return this.characters[this.at + ahead];
  }

  private take(): string {
    const character = this.characters[this.at++];
    if (character === undefined) throw invalid('the pattern ends too early');
    return character;
  }

  private skip(character: string): boolean {
    if (this.peek() !== character) return false;
    this.at++;
    return true;
  }

  private choice(): Node {
    const items = [this.sequence()];
    while (this.skip('|')) items.push(this.sequence());
    return items.length === 1 ? (items[0] as Node) : { kind: 'choice', items };
  }

  private sequence(): Node {
    const items: Node[] = [];
    for (let next = this.peek(); next !== undefined && next !== '|' && next !== ')'; next = this.peek()) {
      items.push(...this.repeated(this.atom()));
    }
    return items.length === 1 ? (items[0] as Node) : { kind: 'sequence', items };
  }

  /** The quantifier after an atom; after quoted text it belongs to the last character. */
  private repeated(atoms: Node[]): Node[] {
    const bounds = this.quantifier();
    const item = atoms[atoms.length - 1];
    if (!bounds) return atoms;
    if (!item || item.kind === 'assertion') throw invalid('quantifier does not follow a repeatable item');
    const greedy = !this.skip('?');
    if (this.peek() === '+') throw notSupported('a possessive quantifier in a regular expression');
    if (this.peek() === '*' || (this.peek() === '?' && !greedy))
      throw invalid('quantifier does not follow a repeatable item');
    return [...atoms.slice(0, -1), { kind: 'repeat', item, min: bounds[0], max: bounds[1], greedy }];
  }

  private quantifier(): [number, number] | undefined {
    if (this.skip('*')) return [0, Infinity];
    if (this.skip('+')) return [1, Infinity];
    if (this.skip('?')) return [0, 1];
    if (this.peek() !== '{') return undefined;
    const counted = /^\{(\d+)(?:(,)(\d*))?\}/.exec(this.characters.slice(this.at, this.at + 16).join(''));
    if (!counted) return undefined;
    this.at += counted[0].length;
    const min = Number(counted[1]);
    const max = counted[2] === undefined ? min : counted[3] === '' ? Infinity : Number(counted[3]);
    if (min > MAX_COUNT || (max > MAX_COUNT && max !== Infinity)) throw invalid('number too big in {} quantifier');
    if (max < min) throw invalid('numbers out of order in {} quantifier');
    return [min, max];
  }

  private atom(): Node[] {
    const character = this.take();
    switch (character) {
      case '.':
        return [{ kind: 'set', set: { ranges: this.options.dotAll ? [] : [[10, 10]], negated: true } }];
      case '^':
        return [{ kind: 'assertion', assertion: this.options.multiline ? 'startOfLine' : 'start' }];
      case '$':
        return [{ kind: 'assertion', assertion: this.options.multiline ? 'endOfLine' : 'endOrLastNewline' }];
      case '(':
        return [this.group()];
      case '[':
        return [{ kind: 'set', set: this.characterClass() }];
      case '\\':
        return this.escape();
      case '*':
      case '+':
      case '?':
        throw invalid('quantifier does not follow a repeatable item');
      default:
        return [literal(character.codePointAt(0) as number)];
    }
  }

  private group(): Node {
    if (this.peek() === '*') throw notSupported('a verb in a regular expression');
    if (!this.skip('?')) return this.capture();
    const kind = this.take();
    if (kind === ':') return this.groupEnd(this.choice());
    const isNamed = kind === '<' ? this.peek() !== '=' && this.peek() !== '!' : kind === 'P' && this.skip('<');
    if (!isNamed) throw notSupported(`(?${kind} in a regular expression`);
    while (this.take() !== '>');
    return this.capture();
  }

  private capture(): Node {
    const index = ++this.groups;
    return { kind: 'group', index, item: this.groupEnd(this.choice()) };
  }

  private groupEnd(node: Node): Node {
    if (!this.skip(')')) throw invalid('missing closing parenthesis');
    return node;
  }

  private escape(): Node[] {
    const letter = this.take();
    if (letter === 'Q') return this.quoted();
    if (letter === 'E') return [];
    if (letter === 'b') return [{ kind: 'assertion', assertion: 'wordBoundary' }];
    if (letter === 'B') return [{ kind: 'assertion', assertion: 'noWordBoundary' }];
    if (letter === 'A') return [{ kind: 'assertion', assertion: 'start' }];
    if (letter === 'z') return [{ kind: 'assertion', assertion: 'end' }];
    if (letter === 'Z') return [{ kind: 'assertion', assertion: 'endOrLastNewline' }];
    const set = escapedSet(letter);
    return [set ? { kind: 'set', set } : literal(this.escapedCharacter(letter))];
  }

  private quoted(): Node[] {
    const items: Node[] = [];
    while (this.at < this.characters.length && !(this.peek() === '\\' && this.peek(1) === 'E')) {
      items.push(literal(this.take().codePointAt(0) as number));
    }
    this.at += 2;
    return items;
  }

  private escapedCharacter(letter: string): number {
    const control = CONTROL_ESCAPES[letter];
    if (control !== undefined) return control;
    if (letter === 'x') return this.hexadecimal();
    if (/[a-zA-Z0-9]/.test(letter)) throw notSupported(`\\${letter} in a regular expression`);
    return letter.codePointAt(0) as number;
  }

  private hexadecimal(): number {
    let digits = '';
    if (this.skip('{')) {
      while (this.peek() !== '}') digits += this.take();
      this.at++;
    } else {
      while (digits.length < 2 && /^[0-9a-fA-F]$/.test(this.peek() ?? '')) digits += this.take();
    }
    const codePoint = digits === '' ? 0 : parseInt(digits, 16);
    if (!/^[0-9a-fA-F]*$/.test(digits) || codePoint > 0x10ffff)
      throw invalid('character code point value in \\x{} is too large');
    return codePoint;
  }

  private characterClass(): CharacterSet {
    const negated = this.skip('^');
    const ranges: (readonly [number, number])[] = [];
    for (let first = true; first || this.peek() !== ']'; first = false) {
      const from = this.classItem();
      if (typeof from !== 'number') ranges.push(...rangesOf(from));
      else ranges.push([from, this.rangeEnd(from)]);
    }
    this.at++;
    return { ranges, negated };
  }

  private rangeEnd(from: number): number {
    if (this.peek() !== '-' || this.peek(1) === ']' || this.peek(1) === undefined) return from;
    this.at++;
    const to = this.classItem();
    if (typeof to !== 'number') throw invalid('invalid range in character class');
    if (to < from) throw invalid('range out of order in character class');
    return to;
  }

  private classItem(): number | CharacterSet {
    const character = this.take();
    if (character === '[' && this.peek() === ':') return this.posixClass();
    if (character !== '\\') return character.codePointAt(0) as number;
    const letter = this.take();
    if (letter === 'b') return 8;
    if (letter === 'Q' || letter === 'E') throw notSupported(`\\${letter} in a character class`);
    return escapedSet(letter) ?? this.escapedCharacter(letter);
  }

  private posixClass(): CharacterSet | number {
    const named = /^:([a-z]+):\]/.exec(this.characters.slice(this.at, this.at + 12).join(''));
    if (!named) return 91;
    this.at += named[0].length;
    const set = posixSet(named[1] as string);
    if (!set) throw notSupported(`[:${named[1]}:] in a regular expression`);
    return set;
  }
}

function literal(codePoint: number): Node {
  return { kind: 'set', set: { ranges: [[codePoint, codePoint]], negated: false } };
}
