import type { Connection, mongo } from 'mongoose';
import { answerOf, connectForConformance } from './testing/conformance-database';
import { pipelineCases, pipelineDocuments } from './pipeline-cases';
import { queryCases } from './query-cases';
import { updateCases } from './update-cases';

let connection: Connection;
let documents: mongo.Collection<mongo.Document & { _id: number }>;
const refused: string[] = [];

beforeAll(async () => {
  connection = await connectForConformance('answers');
  documents = connection.collection('documents');
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
  if (refused.length > 0) process.stderr.write(`refused by name, as not supported: ${refused.join('; ')}\n`);
});

const store = async (stored: readonly mongo.Document[]) => {
  await documents.deleteMany({});
  await documents.insertMany(stored.map((document, index) => ({ _id: index, ...document })));
};

describe('a query returns the documents that MongoDB returns:', () => {
  it.each(queryCases.map((one) => [one.rule, one] as const))('%s', async (rule, { filter, matches, others }) => {
    await store([...matches, ...others]);
    const found = await answerOf(() => documents.find(filter, { sort: { _id: 1 } }).toArray());
    if (found === 'refused') return void refused.push(rule);
    expect(found.map(({ _id }) => _id)).toEqual(matches.map((_document, index) => index));
  });
});

describe('an update has the same result as in MongoDB:', () => {
  it.each(updateCases.map((one) => [one.rule, one] as const))('%s', async (rule, { before, update, after }) => {
    await store([before]);
    const change = () => documents.updateOne({ _id: 0 }, update);
    if (after === undefined) await expect(change()).rejects.toThrow();
    else if ((await answerOf(change)) === 'refused') return void refused.push(rule);
    const left = await documents.findOne({ _id: 0 });
    // Compare JSON strings, because the order of fields matters.
    expect(JSON.stringify(left)).toBe(JSON.stringify({ _id: 0, ...(after ?? before) }));
  });
});

describe('a pipeline returns the documents that MongoDB returns:', () => {
  it.each(pipelineCases.map((one) => [one.rule, one] as const))('%s', async (rule, { pipeline, result }) => {
    await store(pipelineDocuments);
    const answer = await answerOf(() => documents.aggregate(pipeline).toArray());
    if (answer === 'refused') return void refused.push(rule);
    expect(JSON.stringify(answer)).toBe(JSON.stringify(result));
  });
});
