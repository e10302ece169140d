import { AssignerProtocol, type PartitionAssigner } from 'kafkajs';
import { PARTITIONS } from './topic-layout';

interface Member {
  memberId: string;
  topics: string[];
}

/**
 * Assigns every partition of every topic to one of the members that consume the topic.
 * @returns the partitions of each topic, by member.
 */
export function assignSubscribed(members: Member[], partitions: number): Map<string, Record<string, number[]>> {
  const sorted = [...members].sort((a, b) => (a.memberId < b.memberId ? -1 : 1));
  const assignment = new Map<string, Record<string, number[]>>(sorted.map(({ memberId }) => [memberId, {}]));
  for (const topic of new Set(sorted.flatMap(({ topics }) => topics))) {
    const consumers = sorted.filter(({ topics }) => topics.includes(topic));
    for (let partition = 0; partition < partitions; partition++) {
      const { memberId } = consumers[partition % consumers.length]!;
      (assignment.get(memberId)![topic] ??= []).push(partition);
    }
  }
  return assignment;
}

/**
 * An assigner for groups whose members consume different topics. The assigner of kafkajs would
 * assign the topics of the group's leader to all members, even to members that do not consume them,
 * and would leave all other topics unassigned.
 */
export const subscribedAssigner: PartitionAssigner = () => {
  const name = 'keyhaven-subscribed';
  const version = 0;
  return {
    name,
    version,
    protocol: ({ topics }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({ version, topics, userData: Buffer.alloc(0) }),
    }),
    assign: ({ members }) => {
      const consumers = members.map(({ memberId, memberMetadata }) => ({
        memberId,
        topics: AssignerProtocol.MemberMetadata.decode(memberMetadata)?.topics ?? [],
      }));
      const encoded = [...assignSubscribed(consumers, PARTITIONS)].map(([memberId, assignment]) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({
          version,
          assignment,
          userData: Buffer.alloc(0),
        }),
      }));
      return Promise.resolve(encoded);
    },
  };
};
