import type { NoticeKind } from './notice';

/** Shows a state in one or two words. The colour only repeats what the words say. */
export function Badge({ text, kind }: { text: string; kind?: NoticeKind }): JSX.Element {
  return (
    <span class={kind === undefined ? 'badge' : `badge ${kind}`} safe>
      {text}
    </span>
  );
}
