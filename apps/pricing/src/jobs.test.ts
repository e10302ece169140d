import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { Relay } from '@keyhaven/persistence/outbox/relay';
import { EVERYTHING } from './calendar/domain/changed-nights';
import { registerJobs } from './jobs';

describe('the job invalidate_calendars', () => {
  it('invalidates all nights if it was stored by an older version, without ranges', async () => {
    const relay = new Relay({ bus: new InProcessBus({ onDeadLetter: () => undefined }), report: () => undefined });
    const defineJob = jest.spyOn(relay, 'defineJob');
    const [apply_spot_rates, invalidate_calendars, open_history] = [jest.fn(), jest.fn(), jest.fn()];
    registerJobs(relay, { apply_spot_rates, invalidate_calendars, open_history });
    const [, run] = defineJob.mock.calls.find(([name]) => name === 'invalidate_calendars')!;
    await run({ property_ids: null }, { userId: 1, id: 2, answering: undefined });
    expect(invalidate_calendars.mock.calls[0]![0]).toEqual({ property_ids: null, ranges: EVERYTHING });
  });
});
