import type { Decimal128 } from 'bson';
import { decimalForMath, doubleTo15Digits, widerType } from './arithmetic';
import { parseDecimal, toDecimal128, type Decimal } from './decimal';
import { addDecimals } from './decimal-arithmetic';
import { asBigInt, asDouble, double, fitsInt32, fitsInt64, int, long, type Numeric } from './number';
import { BsonType, typeOf } from './type-of';

/**
 * A sum of numbers of any types, as in MongoDB's $sum and $add. Integers are summed exactly, and
 * decimals as decimals. Sums of doubles are corrected for rounding errors, so the order of the
 * doubles hardly matters. An integer sum beyond 64 bits becomes a double.
 */
export class Summation {
  private type: number = BsonType.int;
  private whole = 0n;
  private small = 0;
  private high = 0;
  private low = 0;
  private special = 0;
  private decimals: Decimal | undefined;

  add(value: unknown): void {
    const type = typeOf(value);
    this.type = widerType(this.type, type);
    switch (type) {
      case BsonType.int:
        this.addSmall(asDouble(value));
        break;
      case BsonType.long:
        this.whole += asBigInt(value);
        break;
      case BsonType.double:
        this.addDouble(asDouble(value));
        break;
      default:
        // Round after each addition, as MongoDB does.
        this.decimals = this.decimals
          ? parseDecimal(toDecimal128(addDecimals(this.decimals, decimalForMath(type, value))))
          : parseDecimal(value as Decimal128);
    }
  }

  /**
   * Adds an int. Ints are summed in `small`, a double, which is exact below 2^53. Before the sum
   * reaches this limit, it is moved to `whole`.
   */
  private addSmall(value: number): void {
    this.small += value;
    if (Math.abs(this.small) < 2 ** 52) return;
    this.whole += BigInt(this.small);
    this.small = 0;
  }

  /** Adds a double. `low` sums up the rounding errors of the additions. */
  private addDouble(value: number): void {
    if (!Number.isFinite(value)) {
      this.special += value;
      return;
    }
    const sum = this.high + value;
    const part = sum - this.high;
    this.low += this.high - (sum - part) + (value - part);
    this.high = sum;
  }

  private get total(): bigint {
    return this.whole + BigInt(this.small);
  }

  value(): Numeric {
    switch (this.type) {
      case BsonType.decimal:
        return toDecimal128(this.decimal());
      case BsonType.double:
        return double(this.double());
      default: {
        const total = this.total;
        if (this.type === BsonType.int && fitsInt32(Number(total))) return int(Number(total));
        return fitsInt64(total) ? long(total) : double(Number(total));
      }
    }
  }

  double(): number {
    if (this.special !== 0) return this.special;
    const total = this.total;
    if (total === 0n) return this.high + this.low;
    const copy = new Summation();
    copy.high = this.high;
    copy.low = this.low;
    copy.addDouble(Number(total));
    return copy.high + copy.low;
  }

  decimal(): Decimal {
    const whole: Decimal = {
      kind: 'finite',
      negative: this.total < 0n,
      coefficient: this.total < 0n ? -this.total : this.total,
      exponent: 0,
    };
    const doubles =
      this.special !== 0 || this.high !== 0 || this.low !== 0
        ? doubleTo15Digits(this.double() - Number(this.total))
        : undefined;
    let sum = this.decimals ?? whole;
    if (this.decimals && this.total !== 0n) sum = addDecimals(sum, whole);
    return doubles ? addDecimals(sum, doubles) : sum;
  }

  get isDecimal(): boolean {
    return this.type === BsonType.decimal;
  }
}
