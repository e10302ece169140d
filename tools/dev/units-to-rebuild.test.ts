import { type Unit, unitsToRebuild } from './units-to-rebuild';

const unit = (name: string, inputs: string[], isBroken = false): Unit => ({ name, inputs: new Set(inputs), isBroken });
const units = [
  unit('fees', ['apps/fees/src/main.ts', 'libs/service/src/logger.ts']),
  unit('booking', ['apps/booking/src/main.ts', 'libs/service/src/logger.ts']),
  unit('webhook', ['apps/webhook/src/main.ts'], true),
];
const namesFor = (...changed: string[]) => unitsToRebuild(units.slice(0, 2), new Set(changed)).map(({ name }) => name);

describe('which programs npm run dev builds again', () => {
  it('is the one service whose bundle has the changed file', () => {
    expect(namesFor('apps/fees/src/main.ts')).toEqual(['fees']);
  });

  it('is every service whose bundle has a changed library file', () => {
    expect(namesFor('libs/service/src/logger.ts')).toEqual(['fees', 'booking']);
  });

  it('is none for a file that is in no bundle, such as a test', () => {
    expect(namesFor('apps/fees/src/taxes.test.ts', 'README.md')).toEqual([]);
  });

  it('is always a service that could not be built: any file may be the one that it misses', () => {
    expect(unitsToRebuild(units, new Set(['apps/webhook/src/new.ts'])).map(({ name }) => name)).toEqual(['webhook']);
  });
});
