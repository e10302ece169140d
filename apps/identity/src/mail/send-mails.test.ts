import { connectDatabase } from '@keyhaven/persistence/connect';
import { createLogger } from '@keyhaven/service/observability/logger';
import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import type { Connection } from 'mongoose';
import { mailModel } from '../store/mail.model';
import type { Mail } from './mailer';
import { mailWorker } from './send-mails';

const prefix = freshDatabasePrefix();
let connection: Connection;
beforeAll(async () => {
  connection = await connectDatabase({ uri: testDatabaseUri(), database: `${prefix}mails` });
});
afterAll(async () => {
  await connection.close();
  await dropDatabases(prefix, ['mails']);
});

it('an e-mail is sent even if the first attempts could not create it, because those attempts sent nothing', async () => {
  const model = mailModel(connection);
  const mail: Mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
  const sent: Mail[] = [];
  let attempts = 0;
  const worker = mailWorker({
    model,
    now: () => new Date(),
    mailer: (composed) => Promise.resolve(void sent.push(composed)),
    compose: () => (++attempts <= 3 ? Promise.reject(new Error('the database is away')) : Promise.resolve(mail)),
    logger: createLogger('tests', 'silent'),
    leaseLost: () => {},
  });
  await model.create({
    _id: 'reset',
    subject: { kind: 'password_reset', email_address: mail.to },
    sends: 0,
    failures: 0,
    due_utc: new Date(),
    expires_utc: new Date(Date.now() + 3600_000),
  });
  worker.start();
  await until(async () => {
    // Ends the lease of the failed attempt, so that the test need not wait for its expiry.
    await model.updateOne({ due_utc: { $exists: true } }, { $set: { due_utc: new Date() } });
    return sent.length > 0;
  }, 20_000);
  await worker.stop(1000);
  expect(sent).toEqual([mail]);
  expect(attempts).toBe(4);
}, 30_000);
