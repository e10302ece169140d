import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Widget, WidgetPatch } from '../../contracts/widget';
import type { SampleStore } from '../store/sample-store';
import { presentWidget } from '../store/widget.model';
import { widgetFaults } from './domain/widget-faults';

/**
 * Changes the sent fields of a widget.
 * @throws ApiError not_found; bad_request for values that contradict each other.
 */
export async function updateWidget(
  store: SampleStore,
  scope: AccountScope,
  id: number,
  sent: WidgetPatch,
): Promise<{ record: Widget; version: number }> {
  const body = await store.widgets.update(scope, { _id: id }, (before) => {
    const after = { ...before, ...sent };
    const faults = widgetFaults(after);
    if (faults.length > 0) throw new ApiError('bad_request', faults);
    return Promise.resolve({ after });
  });
  return { record: presentWidget(body), version: body.version };
}
