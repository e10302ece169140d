import { mongo } from 'mongoose';

/** A pipeline over `pipelineDocuments`, and the result of MongoDB. */
export interface PipelineCase {
  rule: string;
  pipeline: mongo.Document[];
  result: mongo.Document[];
}

const id = new mongo.ObjectId('64b000000000000000000001');

export const pipelineDocuments: mongo.Document[] = [
  { _id: 1, c: 'a', n: 1, d: new Date('2025-01-31T23:30:00Z'), o: id },
  { _id: 2, c: 'a', n: null, d: new Date('2025-02-01T00:00:00Z'), o: new mongo.ObjectId(String(id)) },
  { _id: 3, c: null, n: 3 },
  { _id: 4, n: 'x' },
];

const only = (_id: number) => ({ $match: { _id } });
/** A pipeline that computes one value from one document. */
const value = (_id: number, expression: unknown) => [only(_id), { $project: { _id: 0, is: expression } }];
const asDay = (timezone: string) => ({ $dateToString: { date: '$d', format: '%Y-%m-%d', timezone } });

export const pipelineCases: PipelineCase[] = [
  {
    rule: '$group puts null and missing keys into one group',
    pipeline: [{ $group: { _id: '$c', count: { $sum: 1 } } }, { $sort: { _id: 1 } }],
    result: [
      { _id: null, count: 2 },
      { _id: 'a', count: 2 },
    ],
  },
  {
    rule: '$sum and $avg ignore values that are not numbers',
    pipeline: [{ $group: { _id: null, sum: { $sum: '$n' }, average: { $avg: '$n' } } }],
    result: [{ _id: null, sum: 4, average: 2 }],
  },
  {
    rule: '$group compares ObjectIds by their bytes',
    pipeline: [
      { $match: { o: { $exists: true } } },
      { $group: { _id: '$o', count: { $sum: 1 } } },
      { $project: { _id: 0, count: 1 } },
    ],
    result: [{ count: 2 }],
  },
  { rule: '$dateToString accepts an offset', pipeline: value(1, asDay('+01:00')), result: [{ is: '2025-02-01' }] },
  {
    rule: '$dateToString accepts the name of a time zone',
    pipeline: value(1, asDay('Europe/Paris')),
    result: [{ is: '2025-02-01' }],
  },
  {
    rule: '$dateTrunc rounds down to the first day of the month',
    pipeline: value(1, { $dateTrunc: { date: '$d', unit: 'month' } }),
    result: [{ is: new Date('2025-01-01T00:00:00Z') }],
  },
  {
    rule: '$dateDiff with the unit day counts the midnights in between',
    pipeline: value(1, { $dateDiff: { startDate: '$d', endDate: new Date('2025-02-03T00:00:00Z'), unit: 'day' } }),
    result: [{ is: 3 }],
  },
  { rule: '$ifNull replaces null', pipeline: value(2, { $ifNull: ['$n', 7] }), result: [{ is: 7 }] },
  {
    rule: 'a missing field does not equal null in an expression',
    pipeline: value(4, { $eq: ['$c', null] }),
    result: [{ is: false }],
  },
  {
    rule: '$toString converts an ObjectId to its hexadecimal string',
    pipeline: value(1, { $toString: '$o' }),
    result: [{ is: String(id) }],
  },
  {
    rule: '$sort puts null before numbers and numbers before strings',
    pipeline: [{ $sort: { n: 1, _id: 1 } }, { $project: { _id: 1 } }],
    result: [{ _id: 2 }, { _id: 1 }, { _id: 3 }, { _id: 4 }],
  },
  {
    rule: '$unwind with preserveNullAndEmptyArrays keeps a document without the array',
    pipeline: [only(3), { $unwind: { path: '$none', preserveNullAndEmptyArrays: true } }, { $count: 'count' }],
    result: [{ count: 1 }],
  },
  {
    rule: '$bucket counts the documents between two consecutive boundaries',
    pipeline: [{ $match: { _id: { $lte: 3 } } }, { $bucket: { groupBy: '$_id', boundaries: [0, 2, 5] } }],
    result: [
      { _id: 0, count: 1 },
      { _id: 2, count: 2 },
    ],
  },
  {
    rule: '$setWindowFields with $documentNumber numbers documents',
    pipeline: [
      { $match: { _id: { $lte: 2 } } },
      { $setWindowFields: { sortBy: { _id: 1 }, output: { number: { $documentNumber: {} } } } },
      { $project: { number: 1 } },
    ],
    result: [
      { _id: 1, number: 1 },
      { _id: 2, number: 2 },
    ],
  },
];
