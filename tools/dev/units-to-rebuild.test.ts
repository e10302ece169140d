import { type Unit, unitsToRebuild } from './units-to-rebuild';

const unit = (name: string, inputs: string[], isBroken = false): Unit => ({ name, inputs: new Set(inputs), isBroken });
const units = [
  unit('fees', ['apps/fees/src/main.ts', 'libs/service/src/logger.ts']),
  unit('booking', ['apps/booking/src/main.ts', 'libs/service/src/logger.ts']),
  unit('webhook', ['apps/webhook/src/main.ts'], true),
];
const namesFor = (...changed: string[]) => unitsToRebuild(units.slice(0, 2), new Set(changed)).map(({ name }) => name);

describe('unitsToRebuild', () => {
  it('rebuilds only the service whose bundle contains the changed file', () => {
    expect(namesFor('apps/fees/src/main.ts')).toEqual(['fees']);
  });

  it('rebuilds every service whose bundle contains a changed library file', () => {
    expect(namesFor('libs/service/src/logger.ts')).toEqual(['fees', 'booking']);
  });

  it('rebuilds nothing when the changed file is in no bundle, such as a test', () => {
    expect(namesFor('apps/fees/src/taxes.test.ts', 'README.md')).toEqual([]);
  });

  it('rebuilds a service after any change if its last build failed', () => {
    expect(unitsToRebuild(units, new Set(['apps/webhook/src/new.ts'])).map(({ name }) => name)).toEqual(['webhook']);
  });
});
