import { STAY } from '../../testing/night-protocol';
import { faultsOfTraces, type ObservedState, stepsOfModel, type StayTrace } from '../../testing/night-trace';

const july = ['2030-07-01/7', '2030-07-02/7'];
const august = ['2030-08-01/7'];

type Written = readonly [status: keyof typeof STAY, nights: readonly string[], minute: number];

/**
 * Creates the trace of a stay with these states, one for each version. The trace has the keys of
 * the last state, unless `keys` is given.
 */
function aStay(id: number, written: readonly Written[], keys?: readonly string[]): StayTrace {
  const states = written.map(([status, nights, minute], index): ObservedState => ({
    version: index + 1,
    status: STAY[status],
    nights,
    utc: `2030-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
  }));
  const [status, nights] = written.at(-1)!;
  return { id, states, keys: keys ?? (status === 'hold' || status === 'booking' ? nights : []) };
}

describe('faultsOfTraces', () => {
  it('accepts stays that change only as the model allows and that never hold the same night at the same time', () => {
    const traces = [
      aStay(1, [
        ['booking', july, 1],
        ['booking', july, 2],
        ['canceledBooking', july, 3],
      ]),
      aStay(2, [
        ['hold', july, 3],
        ['endedHold', july, 4],
      ]),
      aStay(3, [
        ['hold', july, 5],
        ['booking', july, 6],
        ['booking', august, 7],
      ]),
      aStay(4, [
        ['booking', july, 8],
        ['canceledBooking', july, 9],
        ['booking', july, 10],
      ]),
    ];
    expect(faultsOfTraces(traces)).toEqual([]);
  });

  it('accepts a stay that takes a night in the same millisecond in which two other stays release the night', () => {
    const traces = [
      aStay(1, [['booking', july, 3]]),
      aStay(2, [
        ['booking', july, 3],
        ['canceledBooking', july, 3],
      ]),
      aStay(3, [
        ['hold', july, 1],
        ['endedHold', july, 3],
      ]),
    ];
    expect(faultsOfTraces(traces)).toEqual([]);
  });

  it.each<[string, Written[]]>([
    [
      'version 2 of stay 1 went from booking to hold',
      [
        ['booking', july, 1],
        ['hold', july, 2],
      ],
    ],
    ['version 1 of stay 1 went from none to canceledBooking', [['canceledBooking', july, 1]]],
    [
      'version 3 of stay 1 went from endedHold to booking',
      [
        ['hold', july, 1],
        ['endedHold', july, 2],
        ['booking', july, 3],
      ],
    ],
    [
      'version 3 of stay 1 went from canceledBooking to booking with other nights',
      [
        ['booking', july, 1],
        ['canceledBooking', july, 2],
        ['booking', august, 3],
      ],
    ],
  ])('reports that %s', (fault, written) => {
    expect(faultsOfTraces([aStay(1, written)])).toEqual([fault]);
  });

  it('reports that a stay got a night that another stay holds', () => {
    const traces = [aStay(1, [['booking', july, 1]]), aStay(2, [['hold', july.slice(1), 2]])];
    expect(faultsOfTraces(traces)).toEqual([
      'stay 2 got 2030-07-02/7 at 2030-01-01T00:02:00.000Z, while stay 1 held it',
    ]);
  });

  it('reports that a stay took a night before another stay had released that night', () => {
    const released: Written[] = [
      ['booking', july, 1],
      ['canceledBooking', july, 3],
    ];
    expect(faultsOfTraces([aStay(1, released), aStay(2, [['booking', july, 2]])])).toHaveLength(1);
  });

  it('reports a stay whose index entries do not match its nights', () => {
    expect(faultsOfTraces([aStay(1, [['booking', july, 1]], august)])).toHaveLength(1);
    expect(
      faultsOfTraces([
        aStay(
          1,
          [
            ['booking', july, 1],
            ['canceledBooking', july, 2],
          ],
          july,
        ),
      ]),
    ).toHaveLength(1);
  });

  it('reports a stay if one of its versions was not observed', () => {
    const stay = aStay(1, [
      ['booking', july, 1],
      ['booking', july, 2],
    ]);
    expect(faultsOfTraces([{ ...stay, states: stay.states.slice(1) }])).toHaveLength(1);
  });
});

it('stepsOfModel contains exactly the changes of a stay that this test lists', () => {
  expect([...stepsOfModel()].sort()).toEqual([
    'booking to booking with other nights',
    'booking to canceledBooking',
    'canceledBooking to booking',
    'endedHold to hold',
    'hold to booking',
    'hold to endedHold',
    'hold to hold with other nights',
    'none to booking',
    'none to hold',
  ]);
});
