import type { SampleParts } from './request';

/**
 * Writes a request as a TypeScript module without dependencies, which calls fetch. The module reads the credentials
 * from `process.env` and encodes them with `Buffer`, so other runtimes than Node need different code for them.
 */
export function typescriptOf({ method, target, isAuthorized, headers, body }: SampleParts): string {
  const names = ['KEYHAVEN_URL', ...(isAuthorized ? ['KEYHAVEN_EMAIL', 'KEYHAVEN_TOKEN'] : [])];
  const lines = [
    ...(isAuthorized
      ? ['Authorization: `Basic ${Buffer.from(`${KEYHAVEN_EMAIL}:${KEYHAVEN_TOKEN}`).toString("base64")}`,']
      : []),
    ...headers.map(([name, value]) => `${/^[A-Za-z]+$/.test(name) ? name : `"${name}"`}: ${JSON.stringify(value)},`),
    ...(body?.kind === 'json' ? ['"Content-Type": "application/json",'] : []),
    ...(body?.kind === 'form' ? ['"Content-Type": "application/x-www-form-urlencoded",'] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: "${method}",`]),
    ...(lines.length === 0 ? [] : ['  headers: {', ...lines.map((line) => `    ${line}`), '  },']),
    ...(body?.kind === 'json' ? [`  body: JSON.stringify(${indented(body.value)}),`] : []),
    ...(body?.kind === 'form' ? [`  body: ${JSON.stringify(body.text)},`] : []),
  ];
  const address = `\`\${KEYHAVEN_URL}${target}\``;
  return [
    `const { ${names.join(', ')} } = process.env;`,
    '',
    options.length === 0
      ? `const response = await fetch(${address});`
      : [`const response = await fetch(${address}, {`, ...options, '});'].join('\n'),
    'const text = await response.text();',
    'if (!response.ok) throw new Error(`${response.status}: ${text}`);',
    'console.log(text);',
  ].join('\n');
}

/** Formats a value as JSON, indented to fit into the program. */
function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
}
