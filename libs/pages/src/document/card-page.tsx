import type { Children } from '@kitajs/html';
import { Brand } from '../components/brand';
import { type DocumentFiles, renderDocument } from './document';

interface CardPageProps {
  title: string;
  files?: DocumentFiles;
  /** The URL that the logo links to. Without it, the page shows no logo. */
  brandHref?: string;
  isWide?: boolean;
  /** The content below the card. */
  below?: Children;
  /** The sections of the card. */
  children?: Children;
}

/**
 * A page with one centred card and no navigation, for guests and for people who are not signed in.
 */
export function renderCardPage({ title, files, brandHref, isWide, below, children }: CardPageProps): string {
  return renderDocument({
    title,
    files,
    children: (
      <main class="alone">
        {brandHref === undefined ? '' : <Brand href={brandHref} />}
        <div class={isWide ? 'card wide' : 'card'}>{children}</div>
        {Boolean(below) ? <div class="below">{below}</div> : ''}
      </main>
    ),
  });
}
