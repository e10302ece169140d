import type { Children } from '@kitajs/html';

interface PanelProps {
  title?: string;
  /** One or two sentences below the title. */
  lead?: string;
  id?: string;
  /** Buttons at the end of the title's line. */
  actions?: Children;
  /** Whether the content fills the panel up to its borders, for example a table. */
  isFlush?: boolean;
  children?: Children;
}

/** A section of a page with its own background. */
export function Panel({ title, lead, id, actions, isFlush = false, children }: PanelProps): JSX.Element {
  return (
    <section class="panel" id={id}>
      {title === undefined ? (
        ''
      ) : (
        <div class="panel-head">
          <div>
            <h2 safe>{title}</h2>
            {lead === undefined ? '' : <p safe>{lead}</p>}
          </div>
          {Boolean(actions) ? <div class="actions">{actions}</div> : ''}
        </div>
      )}
      {isFlush ? children : <div class="panel-body">{children}</div>}
    </section>
  );
}
