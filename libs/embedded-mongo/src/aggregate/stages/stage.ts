import type { Evaluation } from '../../expression/evaluation';
import type { Document } from '../../values/document';

/** Where the documents of other collections come from. */
export interface PipelineContext {
  evaluation: Evaluation;
  /** The documents of another collection of the same database. */
  collection(name: string): Iterable<Document>;
}

/** What a stage is compiled in. */
export interface StageContext extends PipelineContext {
  /** Compiles a pipeline within the stage. */
  compile(pipeline: readonly Document[]): Stage;
}

/** One stage, compiled: documents in, documents out, one after the other where that is possible. */
export type Stage = (source: Iterable<Document>) => Iterable<Document>;

/** Compiles the operand of a stage. @throws MongoError for anything malformed or unsupported */
export type StageCompiler = (operand: unknown, context: StageContext) => Stage;

/** A change of one document. */
export type Transform = (document: Document) => Document;

export function eachDocument(transform: Transform): Stage {
  return function* (source) {
    for (const document of source) yield transform(document);
  };
}
