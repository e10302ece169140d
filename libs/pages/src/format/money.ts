import { currencyDigits } from '@keyhaven/stays/money';
import { LRUCache } from 'lru-cache';

/**
 * The locale in which the amounts of each currency are formatted. It is the locale of the country
 * in which most people use the currency. Digits are always Latin.
 */
const localeOfCurrency: Readonly<Record<string, string>> = {
  AED: 'en-AE',
  ARS: 'es-AR',
  AUD: 'en-AU',
  BGN: 'bg-BG',
  BHD: 'en-BH',
  BRL: 'pt-BR',
  CAD: 'en-CA',
  CHF: 'de-CH',
  CLP: 'es-CL',
  CNY: 'zh-CN',
  COP: 'es-CO',
  CRC: 'es-CR',
  CZK: 'cs-CZ',
  DKK: 'da-DK',
  EUR: 'de-DE',
  GBP: 'en-GB',
  HKD: 'en-HK',
  HUF: 'hu-HU',
  IDR: 'id-ID',
  ILS: 'he-IL',
  INR: 'en-IN',
  ISK: 'is-IS',
  JOD: 'en-JO',
  JPY: 'ja-JP',
  KRW: 'ko-KR',
  KWD: 'en-KW',
  MXN: 'es-MX',
  MYR: 'ms-MY',
  NOK: 'nb-NO',
  NZD: 'en-NZ',
  OMR: 'en-OM',
  PEN: 'es-PE',
  PHP: 'en-PH',
  PLN: 'pl-PL',
  RON: 'ro-RO',
  SAR: 'en-SA',
  SEK: 'sv-SE',
  SGD: 'en-SG',
  THB: 'th-TH',
  TND: 'fr-TN',
  TRY: 'tr-TR',
  TWD: 'zh-TW',
  UAH: 'uk-UA',
  USD: 'en-US',
  VND: 'vi-VN',
  ZAR: 'en-ZA',
};

/**
 * A cache of formats by currency, because creating a format takes far longer than using it. Few
 * currencies are in use at a time.
 */
const formats = new LRUCache<string, Intl.NumberFormat>({
  max: 100,
  memoMethod: (currencyCode) => {
    const digits = currencyDigits(currencyCode);
    return new Intl.NumberFormat(localeOfCurrency[currencyCode] ?? 'en', {
      style: 'currency',
      currency: currencyCode,
      numberingSystem: 'latn',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  },
});

/**
 * Formats an amount as is usual where its currency is used, always with all decimals: 1.234,50 €,
 * $1,234.50, ￥1,235, KWD 1.500.
 */
export function formatMoney(amount: number, currencyCode: string): string {
  return formats.memo(currencyCode).format(amount).replace('-', '−');
}

const names = new Intl.DisplayNames('en', { type: 'currency' });

/** Returns the name and code of a currency, for places where the symbol would be ambiguous. */
export function currencyName(currencyCode: string): string {
  return `${names.of(currencyCode) ?? currencyCode} (${currencyCode})`;
}
