import { widgetFaults } from './widget-faults';

describe('a widget', () => {
  it.each([
    [0, 0],
    [2, 1],
    [2, 2],
  ])('of %d units may have %d reserved', (units, reserved) => {
    expect(widgetFaults({ units, reserved })).toEqual([]);
  });

  it('may not have more reserved than it has units', () => {
    expect(widgetFaults({ units: 2, reserved: 3 })).toEqual([
      'reserved: 3 is not accepted; it must be at most units, 2',
    ]);
  });
});
