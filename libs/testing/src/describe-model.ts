import { readFileSync } from 'node:fs';
import path from 'node:path';
import { explore, type Protocol } from './explore';

const PAGE = path.resolve(__dirname, '../../../docs/developers/models.md');

export interface DescribedModel {
  /** The heading of the model's section in docs/developers/models.md. */
  heading: string;
  /**
   * The guarantee that must hold in every state. The names of the tests begin with the guarantee.
   */
  guarantee: string;
  /**
   * The cases to explore. Each consists of a description of its processes, and the protocol with
   * these processes.
   */
  explored: readonly (readonly [processes: string, protocol: Protocol])[];
  /**
   * One case for each rule of the protocol: the name of the rule, the violation that is expected
   * without the rule, and the protocol without the rule.
   */
  controls: readonly (readonly [rule: string, violation: string, protocol: Protocol])[];
}

/**
 * Tests that a model keeps its guarantee in all interleavings of its processes, and that it
 * violates the guarantee if any of its rules is left out. Also compares the numbers of states and
 * steps with docs/developers/models.md.
 */
export function describeModel({ heading, guarantee, explored, controls }: DescribedModel): void {
  describe(`the model of ${heading.toLowerCase()}`, () => {
    const explorations = explored.map(([processes, protocol]) => ({
      processes,
      needsRest: protocol.violationAtRest !== undefined,
      explored: once(() => explore(protocol)),
    }));
    const counterexamples = controls.map(([rule, violation, protocol]) => ({
      rule,
      violation,
      explored: once(() => explore(protocol)),
    }));

    it.each(explorations)(`${guarantee}: $processes`, ({ needsRest, explored }) => {
      const { found, isComplete, statesAtRest } = explored();
      expect(found).toBeUndefined();
      expect(isComplete).toBe(true);
      // The check of states at rest is meaningless if there are no such states.
      if (needsRest) expect(statesAtRest).toBeGreaterThan(0);
    });

    it.each(counterexamples)('the model violates the guarantee without the rule $rule', ({ violation, explored }) => {
      expect(explored().found?.violation).toBe(violation);
    });

    it('the numbers of states and steps are those in docs/developers/models.md', () => {
      const rows = [
        ...explorations.map(({ processes, explored }) => [processes, explored().states.toLocaleString('en-US')]),
        ...counterexamples.map(({ rule, violation, explored }) => [
          `\`${rule}\``,
          violation,
          String(explored().found?.steps.length),
        ]),
      ];
      expect(rowsOf(heading)).toEqual(rows);
    });
  });
}

/** The rows of the tables in a section of the page, without the header rows. */
function rowsOf(heading: string): string[][] {
  const sections = readFileSync(PAGE, 'utf8').split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const tables = section.split(/\n\n+/).filter((block) => block.startsWith('|'));
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  );
}

function once<Result>(work: () => Result): () => Result {
  let done: { result: Result } | undefined;
  return () => (done ??= { result: work() }).result;
}
