import type { WireRequest } from '../send/wire-request';

const MAX_TRIES = 60;
/** Headers that are never removed, because without them the request would be refused for another reason. */
const kept = ['authorization', 'content-type'];

/**
 * Removes headers, query parameters and fields of the body from a request, as long as the fault
 * remains.
 * @param isFaulty a function that sends a request and returns whether it has the same fault.
 */
export async function shrink(
  request: WireRequest,
  isFaulty: (smaller: WireRequest) => Promise<boolean>,
): Promise<WireRequest> {
  let smallest = request;
  let tries = 0;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of smallerOnes(smallest)) {
      if (tries++ >= MAX_TRIES) return smallest;
      if (!(await isFaulty(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

function smallerOnes(request: WireRequest): WireRequest[] {
  const { headers, target, body } = request;
  const [path = '', ...rest] = target.split('?');
  const parameters = rest
    .join('?')
    .split('&')
    .filter((one) => one !== '');
  const withParameters = (left: string[]) => ({
    ...request,
    target: [path, ...(left.length > 0 ? [left.join('&')] : [])].join('?'),
  });
  return [
    ...(headers.length > 50 ? [{ ...request, headers: headers.slice(0, headers.length / 2) }] : []),
    ...(body ? smallerBodies(body).map((smaller) => ({ ...request, body: smaller })) : []),
    ...parameters.map((_, at) => withParameters(parameters.filter((_one, other) => other !== at))),
    ...headers.flatMap(([name], at) =>
      kept.includes(name.toLowerCase()) ? [] : [{ ...request, headers: headers.filter((_one, other) => other !== at) }],
    ),
  ];
}

/**
 * Returns smaller versions of a body. Each lacks one field, one element of a list, or the second half of a long list.
 */
function smallerBodies(body: Buffer): Buffer[] {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return [];
  }
  return smallerValues(value).map((smaller) => Buffer.from(JSON.stringify(smaller)));
}

function smallerValues(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    if (value.length > 10) return [value.slice(0, value.length / 2)];
    const items: unknown[] = value;
    return items.flatMap((item, at) => [
      items.filter((_one, other) => other !== at),
      ...smallerValues(item).map((smaller) => items.with(at, smaller)),
    ]);
  }
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string, unknown][] = Object.entries(value);
  return entries.flatMap(([key, part], at) => [
    Object.fromEntries(entries.filter((_one, other) => other !== at)),
    ...smallerValues(part).map((smaller) => Object.fromEntries(entries.with(at, [key, smaller]))),
  ]);
}
