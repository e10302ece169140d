import fc from 'fast-check';
import { assignSubscribed } from './assign-subscribed';

const someMembers = fc.uniqueArray(
  fc.record({ memberId: fc.string({ minLength: 1 }), topics: fc.subarray(['booking', 'pricing', 'fees']) }),
  { selector: ({ memberId }) => memberId, maxLength: 6 },
);

describe('the assignment of partitions to the members of a Kafka group', () => {
  it('assigns each partition of each topic to exactly one member that consumes this topic', () => {
    fc.assert(
      fc.property(someMembers, (members) => {
        const assignment = assignSubscribed(members, 24);
        for (const topic of new Set(members.flatMap(({ topics }) => topics))) {
          const given = members.flatMap(({ memberId }) => assignment.get(memberId)?.[topic] ?? []);
          expect(given.sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, partition) => partition));
        }
        for (const { memberId, topics } of members) {
          expect(topics).toEqual(expect.arrayContaining(Object.keys(assignment.get(memberId)!)));
        }
      }),
    );
  });

  it('divides a topic evenly among its consumers', () => {
    const members = ['a', 'b', 'c'].map((memberId) => ({ memberId, topics: ['booking'] }));
    const shares = [...assignSubscribed(members, 24).values()].map(({ booking }) => booking!.length);
    expect(shares).toEqual([8, 8, 8]);
  });

  it('does not depend on the order of the members', () => {
    fc.assert(
      fc.property(someMembers, (members) => {
        expect(assignSubscribed([...members].reverse(), 24)).toEqual(assignSubscribed(members, 24));
      }),
    );
  });
});
