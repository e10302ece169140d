import type { AnnotatedType } from '@keyhaven/contracts/booking/annotation';

/** A tag as its record stores it. */
export interface AppliedTag {
  id: number;
  tag_definition_id: number;
  /** The name of the definition. After the definition is renamed, a job updates this copy. */
  name: string;
}

/** The value of a custom field as its record stores it. */
export interface AppliedField {
  id: number;
  field_definition_id: number;
  /** The code of the definition, which never changes. */
  code: string;
  value: string;
}

export interface Annotations {
  tags: AppliedTag[];
  fields: AppliedField[];
}

/** The tags and custom fields of a record. The lists are absent if the record never had any. */
export type Annotated = Partial<Annotations>;

/** The public form of tags and custom fields. */
export function presentAnnotations({ tags = [], fields = [] }: Annotated): {
  tags: string[];
  fields: { code: string; value: string }[];
} {
  return {
    tags: tags.map(({ name }) => name),
    fields: fields.map(({ code, value }) => ({ code, value })),
  };
}

/**
 * The last digit of a tag's or field's id encodes the type of its record, so that a search by id
 * reads only one collection.
 */
const digits: Readonly<Record<AnnotatedType, number>> = {
  booking: 1,
  guest: 2,
  property: 3,
  quote: 4,
  owner: 5,
  inquiry: 6,
};

/**
 * Returns the id of a new tag or field. @param number the next number of the sequence for tags or
 * for fields.
 */
export function annotationId(number: number, type: AnnotatedType): number {
  return number * 10 + digits[type];
}

/** Decodes the record type from the id of a tag or field. Undefined if the last digit stands for no type. */
export function typeOfAnnotation(id: number): AnnotatedType | undefined {
  const types = Object.keys(digits) as AnnotatedType[];
  return types.find((type) => digits[type] === id % 10);
}
