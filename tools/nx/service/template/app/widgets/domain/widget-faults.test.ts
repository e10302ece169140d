import { widgetFaults } from './widget-faults';

describe('widgetFaults', () => {
  it.each([
    [0, 0],
    [2, 1],
    [2, 2],
  ])('accepts %d units of which %d are reserved', (units, reserved) => {
    expect(widgetFaults({ units, reserved })).toEqual([]);
  });

  it('refuses more reserved units than there are units', () => {
    expect(widgetFaults({ units: 2, reserved: 3 })).toEqual([
      'reserved: 3 is not accepted; it must be at most units, 2',
    ]);
  });
});
