// Reads TypeScript modules from standard input, each as a line {"code": …}, and runs them one after another. Prints a
// line for each module: the response to its request, the text that it printed, and the error with which it ended.
import { createInterface } from 'node:readline';
import { transform } from 'esbuild';

let result;
const { fetch: fetchBefore } = globalThis;
globalThis.fetch = async (...request) => {
  const response = await fetchBefore(...request);
  const text = await response.clone().text();
  Object.assign(result, { status: response.status, headers: [...response.headers], text });
  return response;
};
console.log = (text) => (result.printed += `${text}\n`);

let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  result = { printed: '' };
  count += 1;
  const { code } = await transform(JSON.parse(line).code, { loader: 'ts', format: 'esm', target: 'es2022' });
  // The comment makes equal modules different, because Node runs equal modules only once.
  const module = Buffer.from(`${code}// ${count}`).toString('base64');
  await import(`data:text/javascript;base64,${module}`).catch((error) => (result.error = String(error)));
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
