import type { SampleParts } from './request';

/** Writes a request as a Python 3 program that needs only the standard library. */
export function pythonOf({ method, target, isAuthorized, headers, body }: SampleParts): string {
  const modules = [...(isAuthorized ? ['base64'] : []), ...(body?.kind === 'json' ? ['json'] : []), 'os'];
  const type = body?.kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const sent = [
    ...(isAuthorized ? ['"Authorization": f"Basic {base64.b64encode(credentials.encode()).decode()}",'] : []),
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    ...(body ? [`"Content-Type": "${type}",`] : []),
  ];
  return [
    ...modules.map((name) => `import ${name}`),
    'import urllib.request',
    '',
    ...(isAuthorized ? ["credentials = f\"{os.environ['KEYHAVEN_EMAIL']}:{os.environ['KEYHAVEN_TOKEN']}\""] : []),
    'request = urllib.request.Request(',
    `    os.environ["KEYHAVEN_URL"] + ${JSON.stringify(target)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(sent.length === 0 ? [] : ['    headers={', ...sent.map((line) => `        ${line}`), '    },']),
    ...(body?.kind === 'json' ? [`    data=json.dumps(${literal(body.value)}).encode(),`] : []),
    ...(body?.kind === 'form' ? [`    data=${JSON.stringify(body.text)}.encode(),`] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.read().decode())',
  ].join('\n');
}

/** Writes a JSON value as a Python expression. A JSON string is also a valid Python string. */
function literal(value: unknown, depth = 1): string {
  const [inner, outer] = ['    '.repeat(depth + 1), '    '.repeat(depth)];
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => literal(item, depth + 1))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, depth + 1)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  return [open, ...parts.map((part) => `${inner}${part},`), outer + close].join('\n');
}
