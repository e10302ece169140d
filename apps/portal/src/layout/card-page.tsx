import type { Children } from '@kitajs/html';
import { Notice } from '@keyhaven/pages/components/notice';
import { renderCardPage } from '@keyhaven/pages/document/card-page';
import type { Reply } from '../visit/reply';
import type { Visit } from '../visit/visit';

interface CardPageProps {
  title: string;
  status?: number;
  formTargets?: readonly string[];
  below?: Children;
  /** The sections of the card. */
  children?: Children;
}

/**
 * Returns a page with one card. Used for people who are not signed in, and to ask a single
 * question.
 */
export function cardPage({ flash, files }: Visit, props: CardPageProps): Reply {
  const { title, status = 200, formTargets, below, children } = props;
  const html = renderCardPage({
    title: `${title} · Keyhaven`,
    files,
    brandHref: '/portal',
    below,
    children: (
      <>
        {flash ? (
          <section>
            <Notice kind={flash.kind} text={flash.text} />
          </section>
        ) : (
          ''
        )}
        {children}
      </>
    ),
  });
  return { kind: 'page', status, html, formTargets };
}
