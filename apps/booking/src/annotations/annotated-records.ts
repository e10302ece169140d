import type { AnnotatedType } from '@keyhaven/contracts/booking/annotation';
import { bytesOfValues, MAX_FIELDS, MAX_FIELDS_BYTES, MAX_TAGS } from '@keyhaven/contracts/booking/custom-fields';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { PublicRecord } from '@keyhaven/persistence/entity';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import type { Decision } from '@keyhaven/persistence/tenant-repository/repository-types';
import { StoredRefusal } from '@keyhaven/persistence/request-progress';
import type { Body, TenantDocument } from '@keyhaven/persistence/tenant-document';
import type { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import { annotationJobs } from './annotation-jobs';
import type { Annotated, Annotations } from './domain/annotations';

/** A record that can have tags and custom fields. */
export interface Holder {
  id: number;
  version: number;
  annotations: Annotations;
}

/** How to find and write the records of one type. */
export interface AnnotatedKind<Document extends TenantDocument, Shown extends PublicRecord, References> {
  type: AnnotatedType;
  /**
   * The repository that stores the records. The entity of the records must be the first in the
   * repository's list of entities.
   */
  repository: TenantRepository<Document, Shown, References>;
  /**
   * The path of the record in its document, with a trailing dot: `booking.` or `quote.`. Empty if
   * the document is the record.
   */
  prefix: string;
  idPath: string;
  /** The part of a filter that excludes deleted records. */
  live: Record<string, unknown>;
  partOf(body: Body<Document>): Annotated & { id: number; version: number };
  withPart(body: Body<Document>, annotations: Annotations): Body<Document>;
  /**
   * Loads the other records (such as the guest of a booking) that the events of these documents include. Returns a
   * function that adds these records to the new state of a document.
   */
  decisions(
    scope: AccountScope,
    bodies: readonly Body<Document>[],
  ): Promise<(after: Body<Document>) => Decision<Document, References>>;
  /** Throws if clients are not allowed to change this record, such as a quote's hold. */
  assertWritable?(body: Body<Document>): void;
}

/** The tags and fields that a request sets on a record, and the response to the request. */
export interface AnnotationChange<Answer> {
  annotations: Annotations;
  answer: Answer;
}

/**
 * The paths in a record at which requests and jobs search for the id of a tag, a field or a
 * definition.
 */
export type AnnotationPath = 'tags.id' | 'fields.id' | 'tags.tag_definition_id' | 'fields.field_definition_id';

/** Changes the tags and fields of a record. Returns undefined if nothing changes. */
export type EditAnnotations = (annotations: Annotations) => Annotations | undefined;

/** How many records one job changes in one bulk write after a definition has changed. */
const BATCH = 200;

/** The tags and custom fields of all records of one type. */
export class AnnotatedRecords<Document extends TenantDocument, Shown extends PublicRecord, References> {
  constructor(private readonly kind: AnnotatedKind<Document, Shown, References>) {}

  /** Returns the record with this id. @throws ApiError not_found. */
  async get(scope: AccountScope, id: number): Promise<Holder> {
    return this.holderOf(await this.kind.repository.get(scope, this.filter({ [this.kind.idPath]: id })));
  }

  /** Returns the record that has the tag or field with this id. @throws ApiError not_found. */
  async findBy(scope: AccountScope, path: AnnotationPath, id: number): Promise<Holder> {
    const { prefix, repository } = this.kind;
    return this.holderOf(await repository.get(scope, this.filter({ [`${prefix}${path}`]: id }), nounOf(path)));
  }

  /**
   * Changes the tags and fields of one record for a request. A repeated request gets the first
   * response again.
   * @param where the record's id (`entity`), or a path in the record and the id at this path
   *   (`path` and `id`).
   * @returns the response, and the version of the record.
   * @throws ApiError not_found, bad_request, precondition_failed, idempotency_key_reused, and what
   *   `decide` throws.
   */
  async change<Answer>(
    scope: AccountScope,
    where: { entity: number } | { path: AnnotationPath; id: number },
    decide: (holder: Holder) => Promise<AnnotationChange<Answer>>,
  ): Promise<{ record: Answer; version: number }> {
    const { kind } = this;
    const isByEntity = 'entity' in where;
    const filter = this.filter(
      isByEntity ? { [kind.idPath]: where.entity } : { [`${kind.prefix}${where.path}`]: where.id },
    );
    // `echoes` are values that the client sent for server-set fields. The caller compares them with
    // the tag or field. Remove `echoes` here, because the repository would compare them with the
    // record.
    const { echoes: _echoes, ...own } = scope;
    try {
      return await kind.repository.updateOnce(own, filter, async (before) => {
        kind.assertWritable?.(before);
        const holder = this.holderOf(before);
        const { annotations, answer } = await decide(holder);
        const isSame = annotations === holder.annotations;
        if (!isSame) assertLimits(annotations);
        const decision = (await kind.decisions(scope, [before]))(isSame ? before : kind.withPart(before, annotations));
        const jobs = annotationJobs(kind.type, holder.annotations, annotations);
        const version = holder.version + (isSame ? 0 : 1);
        return { ...decision, jobs, answersRequest: { record: answer, version } };
      });
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.code === 'not_found' && !(error instanceof StoredRefusal);
      if (!isUnknown || isByEntity) throw error;
      throw new ApiError('not_found', `${nounOf(where.path)} with this id does not exist`);
    }
  }

  /** @throws ApiError idempotency_key_reused when a different request wrote one of these records with the same key. */
  async assertKeyUnused(scope: AccountScope): Promise<void> {
    await this.kind.repository.findEarlier(scope);
  }

  /**
   * Changes the tags and fields of the record in this document, for a job. Does nothing if the
   * document does not exist.
   */
  async changeStored(scope: AccountScope, documentId: number, edit: EditAnnotations): Promise<void> {
    const { kind } = this;
    try {
      await kind.repository.update(scope, genericFilter<Document>({ _id: documentId }), async (before) => {
        const annotations = edit(this.holderOf(before).annotations);
        return annotations && (await kind.decisions(scope, [before]))(kind.withPart(before, annotations));
      });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
    }
  }

  /**
   * Changes the tags and fields of the next batch of records that refer to a definition, in one bulk
   * write. The batch includes deleted records.
   * @param after a document id. Only documents with greater ids are changed.
   * @returns the last document id of the batch; undefined when no records are left.
   */
  async changeSome(
    scope: AccountScope,
    { path, id, after }: { path: AnnotationPath; id: number; after: number },
    edit: EditAnnotations,
  ): Promise<number | undefined> {
    const { kind } = this;
    const filter = genericFilter<Document>({ [`${kind.prefix}${path}`]: id, _id: { $gt: after } });
    const found = await kind.repository.find(scope, filter, { limit: BATCH });
    if (found.length === 0) return undefined;
    const decide = await kind.decisions(scope, found);
    const versions = new Map(found.map((body) => [body._id, kind.partOf(body).version]));
    const left = new Set<number>();
    const unwritten = await kind.repository.updateMany(
      scope,
      found.map(({ _id }) => _id),
      (before) => {
        const annotations = edit(this.holderOf(before).annotations);
        if (!annotations) return undefined;
        if (versions.get(before._id) === kind.partOf(before).version) return decide(kind.withPart(before, annotations));
        // The record was changed after its references were loaded, so it may refer to other records now. It is written
        // below, with new references.
        left.add(before._id);
        return undefined;
      },
    );
    for (const documentId of [...left, ...unwritten]) await this.changeStored(scope, documentId, edit);
    return found.length < BATCH ? undefined : found.at(-1)!._id;
  }

  private filter(condition: Record<string, unknown>) {
    return genericFilter<Document>({ ...condition, ...this.kind.live });
  }

  private holderOf(body: Body<Document>): Holder {
    const { id, version, tags = [], fields = [] } = this.kind.partOf(body);
    return { id, version, annotations: { tags, fields } };
  }
}

function nounOf(path: AnnotationPath): string {
  return path.startsWith('tags') ? 'a tag' : 'a field';
}

/** @throws ApiError bad_request that names the exceeded limit of tags, fields or bytes. */
export function assertLimits({
  tags,
  fields,
}: {
  tags: readonly unknown[];
  fields: readonly { value: string }[];
}): void {
  const faults = [
    ...(tags.length > MAX_TAGS ? [`the record has ${MAX_TAGS} tags and can have no more; remove one first`] : []),
    ...(fields.length > MAX_FIELDS
      ? [`the record has ${MAX_FIELDS} fields and can have no more; remove one first`]
      : []),
    ...(bytesOfValues(fields) > MAX_FIELDS_BYTES
      ? ['value: the values of the fields of a record may have at most 256 kB in total']
      : []),
  ];
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}
