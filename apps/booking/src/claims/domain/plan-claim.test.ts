import { nightKey } from '@keyhaven/stays/night-keys';
import fc from 'fast-check';
import { type ClaimToPlan, planClaim } from './plan-claim';

const PROPERTY = 7;
const nights = ['2030-07-01', '2030-07-02', '2030-07-03', '2030-07-04'];
const own = nights.map((night) => nightKey(night, PROPERTY));
const ofLink = nights.map((night) => `${night}/5~7`);
const keys = [...own, ...ofLink];

const some = (from: readonly string[]) => fc.subarray([...from]);

/** Any combination of the keys that a stay can have and the keys that the stay may need. */
const anyClaim: fc.Arbitrary<ClaimToPlan> = fc
  .record({ night: some(keys), waiting: some(keys), wanted: some(keys) })
  .chain(({ night, waiting, wanted }) =>
    fc
      .record({ kept: some(waiting), owned: some(night), awaited: some(night), taken: some(keys) })
      .map(({ kept, owned, awaited, taken }) => ({
        propertyId: PROPERTY,
        wanted,
        held: { night_keys: night, waiting_keys: waiting, kept_keys: kept },
        owned: new Set(owned.filter((key) => !waiting.includes(key))),
        awaited: new Set(awaited),
        taken: new Set(taken),
      })),
  );

const plain = (part: Partial<ClaimToPlan>): ClaimToPlan => ({
  propertyId: PROPERTY,
  wanted: own,
  held: { night_keys: [], waiting_keys: [], kept_keys: [] },
  owned: new Set(),
  awaited: new Set(),
  taken: new Set(),
  ...part,
});

describe('planClaim for the night keys and link keys of a stay', () => {
  it('takes or waits for each wanted key, and waits for no other key', () => {
    fc.assert(
      fc.property(anyClaim, (claim) => {
        const plan = planClaim(claim);
        const has = new Set([...plan.night_keys, ...plan.waiting_keys]);
        expect(claim.wanted.filter((key) => !has.has(key))).toEqual([]);
        expect(plan.waiting_keys.filter((key) => !claim.wanted.includes(key))).toEqual([]);
        expect(plan.kept_keys.filter((key) => !plan.waiting_keys.includes(key))).toEqual([]);
      }),
    );
  });

  it('keeps a key that the stay no longer wants if and only if another stay waits for that key', () => {
    fc.assert(
      fc.property(anyClaim, (claim) => {
        const plan = planClaim(claim);
        const gone = claim.held.night_keys.filter((key) => !plan.night_keys.includes(key));
        expect(gone.filter((key) => claim.awaited.has(key))).toEqual([]);
        const unwanted = plan.night_keys.filter((key) => !claim.wanted.includes(key));
        expect(unwanted.filter((key) => !claim.awaited.has(key))).toEqual([]);
      }),
    );
  });

  it('lists in `released` each key that the stay keeps only for other stays, and each key for which it stops waiting', () => {
    fc.assert(
      fc.property(anyClaim, (claim) => {
        const plan = planClaim(claim);
        const guards = plan.night_keys.filter((key) => !claim.wanted.includes(key));
        const ended = claim.held.waiting_keys.filter((key) => !plan.waiting_keys.includes(key));
        for (const key of [...guards, ...ended]) expect(plan.released).toContain(key);
      }),
    );
  });

  it('waits for a wanted key that the stay only guards for another stay, unless kept_keys contains it', () => {
    fc.assert(
      fc.property(anyClaim, (claim) => {
        const { waiting_keys } = planClaim(claim);
        const others = claim.held.night_keys.filter(
          (key) => claim.awaited.has(key) && !claim.owned.has(key) && !claim.held.kept_keys.includes(key),
        );
        expect(others.filter((key) => claim.wanted.includes(key) && !waiting_keys.includes(key))).toEqual([]);
      }),
    );
  });

  it('returns the same plan again for a stay that already has the keys of its plan', () => {
    fc.assert(
      fc.property(anyClaim, (claim) => {
        const first = planClaim(claim);
        const owned = new Set(
          first.night_keys.filter((key) => claim.wanted.includes(key) && !first.waiting_keys.includes(key)),
        );
        const again = planClaim({ ...claim, held: first, owned });
        const sorted = (list: readonly string[]) => [...list].sort();
        expect(sorted(again.night_keys)).toEqual(sorted(first.night_keys));
        expect(sorted(again.waiting_keys)).toEqual(sorted(first.waiting_keys));
        expect(again.refused).toEqual([]);
      }),
    );
  });

  it('makes the stay wait for both keys of a night, the night key and the link key, if the night key is taken', () => {
    const plan = planClaim(plain({ wanted: keys, taken: new Set([own[0]!]) }));
    expect(plan.waiting_keys.sort()).toEqual([own[0], ofLink[0]].sort());
  });

  it('takes the link key of a night if the night key of that night is kept for the stay', () => {
    const held = { night_keys: [], waiting_keys: [own[0]!], kept_keys: [own[0]!] };
    expect(planClaim(plain({ wanted: [own[0]!, ofLink[0]!], held })).night_keys).toEqual([ofLink[0]]);
  });
});
