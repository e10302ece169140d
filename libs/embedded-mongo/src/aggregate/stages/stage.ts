import type { Evaluation } from '../../evaluation/evaluation';
import type { Document } from '../../values/document';

/**
 * The context in which a pipeline runs: the state of its command, and access to other collections.
 */
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

/**
 * A compiled stage. If possible, it transforms documents one at a time, without reading all of them
 * first.
 */
export type Stage = (source: Iterable<Document>) => Iterable<Document>;

/** Compiles the operand of a stage. @throws MongoError if the operand is malformed or unsupported */
export type StageCompiler = (operand: unknown, context: StageContext) => Stage;

export type Transform = (document: Document) => Document;

export function eachDocument(transform: Transform): Stage {
  return function* (source) {
    for (const document of source) yield transform(document);
  };
}
