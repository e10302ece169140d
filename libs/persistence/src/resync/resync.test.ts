import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { describeResync } from '../testing/resync-suite';

describeResync('the in-process bus', async () => {
  const bus = new InProcessBus({ onDeadLetter: () => {}, retryDelaysMs: { first: 1, last: 20 } });
  bus.start();
  return Promise.resolve(bus);
});
