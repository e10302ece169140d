import type { Evaluation } from '../../expression/evaluation';
import type { Document } from '../../values/document';

/** Reads the documents of other collections. */
export interface PipelineContext {
  evaluation: Evaluation;
  /** Returns the documents of another collection of the same database. */
  collection(name: string): Iterable<Document>;
}

/** The context in which a stage is compiled. */
export interface StageContext extends PipelineContext {
  /** Compiles a pipeline that is nested in the stage. */
  compile(pipeline: readonly Document[]): Stage;
}

/** A compiled stage: transforms documents one at a time where that is possible. */
export type Stage = (source: Iterable<Document>) => Iterable<Document>;

/** Compiles the operand of a stage. @throws MongoError for anything malformed or unsupported */
export type StageCompiler = (operand: unknown, context: StageContext) => Stage;

/** Transforms one document. */
export type Transform = (document: Document) => Document;

export function eachDocument(transform: Transform): Stage {
  return function* (source) {
    for (const document of source) yield transform(document);
  };
}
