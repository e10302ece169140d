/** The text that replaces a secret in an entry of the request log. */
const REMOVED = '[removed]';

/** Matches names of fields and parameters whose values are secrets: names that contain one of these words. */
const secretName = /passw|secret|token|signature|credential|authorization|api_?key|private_?key|card_?number|cvc|cvv/i;

/**
 * Matches a letter that JSON contains as an escape. JSON encoders write letters as they are, so the escape may hide the name
 * of a secret.
 */
const escapedLetter = /\\u00[4-7][0-9a-f]/i;

/**
 * Secrets that are recognized by their form: this platform's credentials, JWTs, values of Authorization headers, and
 * passwords in URLs.
 */
const knownSecrets: readonly [RegExp, string][] = [
  [/(?<![A-Za-z0-9])(at|pt|rt|tc|s)_[\w-]{16,}/g, REMOVED],
  [/whsec_[\w+/=-]+/g, REMOVED],
  // Because of the look-behind, a match starts only at the beginning of a run of word characters
  // and hyphens. So no text makes the search slow.
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]+(\.[\w-]*)?/g, REMOVED],
  [/\b(basic|bearer) +[\w+/=.~-]{8,}/gi, `$1 ${REMOVED}`],
  [/:\/\/[^\s/@"]*@/g, `://${REMOVED}@`],
];

/** Removes the secrets that are recognized by their form. */
export function removeKnownSecrets(text: string): string {
  return knownSecrets.reduce((remaining, [form, replacement]) => remaining.replace(form, replacement), text);
}

/** Removes the values of secret parameters from a path and query. */
export function removeSecretsOfPath(path: string): string {
  const questionMark = path.indexOf('?');
  if (questionMark < 0) return removeKnownSecrets(path);
  const parameters = path.slice(questionMark + 1).split('&');
  const kept = parameters.map((parameter) => {
    const [name = ''] = parameter.split('=', 1);
    return secretName.test(decoded(name)) && name !== parameter ? `${name}=${REMOVED}` : parameter;
  });
  return removeKnownSecrets(`${path.slice(0, questionMark)}?${kept.join('&')}`);
}

/**
 * Removes the secrets from a body. If the body is invalid JSON or truncated, the end of a secret is
 * unknown. Then the body is cut before the first word that may be the name of a secret.
 */
export function removeSecretsOfBody(text: string): string {
  return removeKnownSecrets(withoutSecretFields(text));
}

function withoutSecretFields(text: string): string {
  const names = [secretName, escapedLetter].map((name) => text.search(name)).filter((index) => index >= 0);
  // A body without any such word is kept exactly as the client wrote it.
  if (names.length === 0) return text;
  try {
    // Of fields with the same name, JSON.parse keeps only the last one. So serialize the body again even if no value is
    // replaced: the removed fields may contain secrets.
    return JSON.stringify(JSON.parse(text), (name, value: unknown) =>
      value === null || !secretName.test(name) ? value : REMOVED,
    );
  } catch {
    return `${text.slice(0, Math.min(...names))}${REMOVED}`;
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
