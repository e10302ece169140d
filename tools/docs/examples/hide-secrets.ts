import { type DemoPlatform, SHOWN_RECEIVER } from './demo-platform';
import type { Example } from './example';

/** Matches tokens and secrets by their prefixes: personal, access and refresh tokens, codes and secrets of apps. */
const secret = /\b(pt|at|rt|tc|s)_[A-Za-z0-9_-]{16,}/g;
/** Longer texts are cut to this length, in characters. In the examples, only the texts of feeds are longer. */
const MAX_TEXT = 2000;
const basic = /^Basic ([A-Za-z0-9+/=]+)$/;

/**
 * Returns an example without secrets. Shortens long texts, and replaces the receiver's address with SHOWN_RECEIVER.
 */
export function hideSecrets(example: Example, { receiver }: Pick<DemoPlatform, 'receiver'>): Example {
  const hide = (text: string): string => {
    const [, encoded] = basic.exec(text) ?? [];
    if (encoded !== undefined) {
      return `Basic ${Buffer.from(hide(Buffer.from(encoded, 'base64').toString())).toString('base64')}`;
    }
    const hidden = text.replaceAll(receiver, SHOWN_RECEIVER).replace(secret, '$1_…');
    return hidden.length > MAX_TEXT ? `${hidden.slice(0, MAX_TEXT)}…` : hidden;
  };
  const hideIn = (value: unknown): unknown => {
    if (typeof value === 'string') return hide(value);
    if (Array.isArray(value)) return value.map(hideIn);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hideIn(part)]));
  };
  return hideIn(example) as Example;
}
