import { until } from '@keyhaven/testing/until';
import { type Supervisable, supervise } from './supervise';

/** A fake process that ends when the test calls `die`. */
interface Fake extends Supervisable {
  die(code: number | null): void;
  isStopped: boolean;
}

function aProcess(): Fake {
  let die: Fake['die'] = () => {};
  const ended = new Promise<number | null>((resolve) => (die = resolve));
  const fake: Fake = {
    ended,
    die,
    isStopped: false,
    stop: () => {
      fake.isStopped = true;
      die(0);
      return Promise.resolve();
    },
  };
  return fake;
}

/** Starts `supervise`. Its waits end immediately, and `clock` is the current time. */
async function aSupervisor(start: (died: Fake | undefined, count: number) => Fake) {
  const started: Fake[] = [];
  const waits: number[] = [];
  const clock = { now: 0 };
  let attempts = 0;
  const supervised = await supervise<Fake>(
    'a service',
    (died) => {
      const fake = start(died, attempts++);
      started.push(fake);
      return Promise.resolve(fake);
    },
    () => {},
    {
      wait: (milliseconds, signal) => {
        if (!signal.aborted) waits.push(milliseconds);
        return Promise.resolve();
      },
      now: () => clock.now,
    },
  );
  return { supervised, started, waits, clock };
}

describe('supervise', () => {
  it('waits longer before each restart if a process keeps ending', async () => {
    const { supervised, started, waits } = await aSupervisor(() => aProcess());
    for (let n = 1; n <= 8; n++) {
      started[n - 1]!.die(n === 1 ? null : 1);
      await until(() => started.length > n);
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    await supervised.stop();
  });

  it('waits only the shortest time before a restart if the process has run for a minute', async () => {
    const { supervised, started, waits, clock } = await aSupervisor(() => aProcess());
    for (let n = 1; n <= 3; n++) {
      started[n - 1]!.die(1);
      await until(() => started.length > n);
    }
    clock.now += 60_000;
    started[3]!.die(1);
    await until(() => started.length > 4);
    expect(waits).toEqual([250, 500, 1000, 250]);
    await supervised.stop();
  });

  it('retries a failed restart until it succeeds, and passes the ended process to each attempt', async () => {
    const diedOf: (Fake | undefined)[] = [];
    const { supervised, started, waits } = await aSupervisor((died, count) => {
      diedOf.push(died);
      if (count === 1) throw new Error('its port is taken');
      return aProcess();
    });
    started[0]!.die(1);
    await until(() => started.length === 2);
    expect(waits).toEqual([250, 500]);
    expect(diedOf).toEqual([undefined, started[0], started[0]]);
    await supervised.stop();
  });

  it('throws the error of the first start without a retry', async () => {
    const failing = aSupervisor(() => {
      throw new Error('its settings are wrong');
    });
    await expect(failing).rejects.toThrow('its settings are wrong');
  });

  it('restarts a process on request without a pause', async () => {
    const { supervised, started, waits } = await aSupervisor(() => aProcess());
    await supervised.restart();
    await until(() => started.length > 1);
    expect([started[0]!.isStopped, started[1]!.isStopped, waits]).toEqual([true, false, []]);
    await supervised.stop();
  });

  it('restarts a process that is still starting when a restart is requested', async () => {
    let restart: () => Promise<void> = () => Promise.resolve();
    const { supervised, started } = await aSupervisor((_ended, count) => {
      if (count === 1) void restart();
      return aProcess();
    });
    restart = () => supervised.restart();
    started[0]!.die(1);
    await until(() => started.length > 2);
    expect(started.map(({ isStopped }) => isStopped)).toEqual([false, true, false]);
    await supervised.stop();
  });

  it('has the running process in `current`, and undefined while a restart is in progress', async () => {
    let current: () => Fake | undefined = () => undefined;
    const whileStarting: (Fake | undefined)[] = [];
    const { supervised, started } = await aSupervisor((_ended, count) => {
      if (count === 1) whileStarting.push(current());
      return aProcess();
    });
    current = () => supervised.current;
    expect(current()).toBe(started[0]);
    started[0]!.die(null);
    await until(() => started.length === 2 && current() === started[1]);
    expect(whileStarting).toEqual([undefined]);
    await supervised.stop();
  });

  it('does not start a process again after stop', async () => {
    const { supervised, started } = await aSupervisor(() => aProcess());
    await supervised.stop();
    expect(started).toHaveLength(1);
    expect(started[0]!.isStopped).toBe(true);
  });
});
