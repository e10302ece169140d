import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { type Widget, widget, type WidgetCreation } from '../../contracts/widget';
import type { SampleStore } from '../store/sample-store';
import { widgetFaults } from './domain/widget-faults';

/** Adds a widget. @throws ApiError bad_request for values that contradict each other. */
export async function createWidget(
  store: SampleStore,
  scope: AccountScope,
  { reserved = 0, ...sent }: WidgetCreation,
): Promise<{ record: Widget; version: number }> {
  const { record } = await store.widgets.create(scope, async () => {
    const faults = widgetFaults({ ...sent, reserved });
    if (faults.length > 0) throw new ApiError('bad_request', faults);
    const _id = await store.ids.next('widget');
    // Use placeholders for the version and the times, which the repository sets when it writes.
    const unwritten = { version: 0, created_utc: new Date(0), updated_utc: new Date(0) };
    const after = { _id, user_id: scope.accountId, ...unwritten, ...sent, reserved };
    return { after };
  });
  return { record: widget.parse(record), version: FIRST_VERSION };
}
