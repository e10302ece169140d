import { formatInstant } from '@keyhaven/contracts/shared/instants';

/** An instant as answers carry it. A time that the write itself sets is blank until it is written. */
export function instantOrBlank(instant: Date | undefined): string {
  return instant ? formatInstant(instant) : '';
}
