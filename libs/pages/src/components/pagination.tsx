import { LinkButton } from './button';

interface PaginationProps {
  /** Which items the page shows, such as "1 to 20". */
  text: string;
  previousHref?: string;
  nextHref?: string;
}

/** Links to the previous and the next page of a list. */
export function Pagination({ text, previousHref, nextHref }: PaginationProps): JSX.Element {
  return (
    <nav class="pages" aria-label="Further pages">
      <span safe>{text}</span>
      <div class="actions">
        {previousHref === undefined ? '' : <LinkButton text="Previous" href={previousHref} look="quiet" isSmall />}
        {nextHref === undefined ? '' : <LinkButton text="Next" href={nextHref} look="quiet" isSmall />}
      </div>
    </nav>
  );
}
