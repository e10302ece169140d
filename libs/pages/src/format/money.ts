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
 * Two caches of formats by currency: formats that show the symbol of the currency, and formats that show its code.
 * Creating a format takes far longer than using it. Few currencies are in use at a time.
 */
const formats = { symbol: formatsWith('symbol'), code: formatsWith('code') };

function formatsWith(currencyDisplay: 'symbol' | 'code') {
  return new LRUCache<string, Intl.NumberFormat>({
    max: 100,
    memoMethod: (currencyCode) => {
      const digits = currencyDigits(currencyCode);
      return new Intl.NumberFormat(localeOfCurrency[currencyCode] ?? 'en', {
        style: 'currency',
        currency: currencyCode,
        currencyDisplay,
        numberingSystem: 'latn',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
    },
  });
}

/**
 * Formats an amount as is usual where its currency is used, always with all decimals: 1.234,50 €,
 * $1,234.50, ￥1,235, KWD 1.500.
 */
export function formatMoney(amount: number, currencyCode: string): string {
  return formats.symbol.memo(currencyCode).format(amount).replace('-', '−');
}

/**
 * Formats an amount with the code of its currency instead of the symbol, for pages that show several currencies, because
 * many currencies share a symbol: 1.234,50 EUR, USD 1,234.50.
 */
export function formatMoneyWithCode(amount: number, currencyCode: string): string {
  return formats.code.memo(currencyCode).format(amount).replace('-', '−');
}

const names = new Intl.DisplayNames('en', { type: 'currency' });

/** Returns the name and code of a currency, for places where the symbol would be ambiguous. */
export function currencyName(currencyCode: string): string {
  return `${names.of(currencyCode) ?? currencyCode} (${currencyCode})`;
}
