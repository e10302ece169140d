import { findFreeStay } from './free-stay';

const stay = (arrival: string, departure: string) => ({ arrival, departure });

describe('findFreeStay', () => {
  it('returns a stay that begins on the requested day if no existing stay overlaps it', () => {
    expect(findFreeStay([], '2026-07-01', 3)).toEqual(stay('2026-07-01', '2026-07-04'));
    expect(findFreeStay([stay('2026-06-01', '2026-07-01'), stay('2026-07-04', '2026-07-06')], '2026-07-01', 3)).toEqual(
      stay('2026-07-01', '2026-07-04'),
    );
  });

  it('returns a later stay if the requested stay overlaps an existing stay', () => {
    const taken = [
      stay('2026-07-06', '2026-07-09'),
      stay('2026-06-28', '2026-07-03'),
      stay('2026-07-05', '2026-07-06'),
    ];
    expect(findFreeStay(taken, '2026-07-01', 3)).toEqual(stay('2026-07-09', '2026-07-12'));
    expect(findFreeStay(taken, '2026-07-01', 2)).toEqual(stay('2026-07-03', '2026-07-05'));
  });
});
