import { createHash } from 'node:crypto';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { ImportedLine, ImportReport, SentLine, SentLines } from '@keyhaven/contracts/shared/import-contract';
import { type AccountScope, accountId, assertBeforeDeadline } from '@keyhaven/persistence/account-scope';
import { DocumentQueue } from '@keyhaven/persistence/document-queue';
import { Together } from '@keyhaven/persistence/together';
import type { AppRoute, ServerInferRequest } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import type { ApiKind } from '../auth/caller';
import { readSentBody } from '../http/ignored-fields';
import type { RequestContext } from '../http/mount-contract';
import { describeIssue } from '../http/validation-messages';
import '../http/issue-words';

/**
 * The maximum number of lines that are processed at the same time, and written to the database
 * together.
 */
const BATCH = 250;
/** A batch ends when its lines together reach this size. */
const BATCH_BYTES = 4_000_000;
/** The maximum number of messages about one line. */
const MAX_MESSAGES = 20;

const keyOfLine = z.string({ error: 'expected a text' }).regex(/^[\x21-\x7e]{1,255}$/, {
  error: 'expected 1 to 255 visible ASCII characters',
});

/** The route that creates a single record, and the function that handles it. */
export interface Importer<Route extends AppRoute> {
  route: Route;
  /**
   * The API to which the route belongs. For operator routes, nested fields that only the server
   * sets are checked too (see readSentBody).
   */
  api: ApiKind;
  create: (
    scope: AccountScope,
    body: ServerInferRequest<Route>['body' & keyof ServerInferRequest<Route>],
  ) => Promise<{ record: { id: number } }>;
}

interface ImportRequest {
  params: { user_id: number };
  body: SentLines;
  context: RequestContext;
}

/**
 * Creates an import route from the function that creates a single record. Each line is validated,
 * created and published by the same code as a request for one record. If a line is refused, the
 * other lines are still imported.
 */
export function importWith<Route extends AppRoute>(
  importer: Importer<Route>,
): (request: ImportRequest) => Promise<ImportReport> {
  return async ({ params, body, context }) => {
    const items: ImportedLine[] = [];
    const queues = new DocumentQueue();
    const scope: AccountScope = { accountId: accountId(params.user_id), deadline: context.deadline, isByClient: true };
    for await (const batch of inBatches(body)) {
      assertBeforeDeadline(scope);
      const together = new Together();
      const working = batch.map((sent) => importLine(importer, { ...scope, together }, context, queues, sent));
      const outcomes = await Promise.allSettled(working);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') throw outcome.reason;
        items.push(outcome.value);
      }
    }
    const countOf = (wanted: ImportedLine['result']) => items.filter(({ result }) => result === wanted).length;
    return { created: countOf('created'), same: countOf('same'), refused: countOf('refused'), items };
  };
}

async function* inBatches(lines: SentLines): AsyncGenerator<SentLine[]> {
  let batch: SentLine[] = [];
  let bytes = 0;
  for await (const line of lines) {
    batch.push(line);
    bytes += Buffer.byteLength(line.text);
    if (batch.length < BATCH && bytes < BATCH_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Creates the record of one line. Unexpected errors are reported for this line only.
 * @param queues processes lines with the same import_key one after the other, so that the second
 *   line finds the record of the first.
 * @throws ApiError if the database is unavailable or its disk is full. This error ends the import,
 *   which the client can repeat.
 */
async function importLine<Route extends AppRoute>(
  { route, api, create }: Importer<Route>,
  scope: AccountScope & { together: Together },
  context: RequestContext,
  queues: DocumentQueue,
  { line, text, fault }: SentLine,
): Promise<ImportedLine> {
  let import_key: string | null = null;
  try {
    if (fault !== undefined) throw new ApiError('bad_request', fault);
    const { import_key: sentKey, ...record } = parseLine(text);
    import_key = parsed(keyOfLine, sentKey, 'import_key');
    const sent = readSentBody(route, api, record);
    const schema = 'body' in route && route.body instanceof z.ZodType ? route.body : z.unknown();
    const body = parsed(schema, sent.value, 'body') as Parameters<typeof create>[1];
    const idempotency = {
      key: hashOf(
        context.caller.credentialId ?? context.caller.issuer,
        route.path,
        String(scope.accountId),
        import_key,
      ),
      sentKey: import_key,
      requestHash: hashOf(import_key, JSON.stringify(record)),
    };
    return await queues.take(import_key, async () => {
      const { record: made } = await create({ ...scope, echoes: sent.echoes, idempotency }, body);
      const result = scope.together.repeated.has(idempotency.key) ? 'same' : 'created';
      return { line, import_key, result, id: made.id, error: null };
    });
  } catch (error) {
    const isOfLine = error instanceof ApiError;
    const refusal = context.refusalOf(error);
    if (!isOfLine && refusal.code !== 'internal_error') throw refusal;
    return { line, import_key, result: 'refused', id: null, error: refusal.body };
  }
}

function parseLine(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError('bad_request', 'the line is not valid JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ApiError('bad_request', 'the line is not a JSON object');
}

/**
 * Parses a value.
 * @throws ApiError bad_request with a message for each fault.
 */
function parsed<Value>(schema: z.ZodType<Value>, sent: unknown, where: string): Value {
  const result = schema.safeParse(sent);
  if (result.success) return result.data;
  const messages = result.error.issues.map((issue) => describeIssue(where, issue, sent));
  const shown = messages.slice(0, MAX_MESSAGES);
  if (messages.length > shown.length) shown.push(`and ${messages.length - shown.length} more`);
  throw new ApiError('bad_request', shown);
}

function hashOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
