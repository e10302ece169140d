// Provides a database for all tests: MONGODB_URI if it is set, otherwise a container if a Docker
// engine answers, otherwise the embedded database as a separate process. Each test uses its own
// databases, with unique names.
const { startTestDatabase } = require('./test-database.cjs');

module.exports = async () => {
  if (globalThis.__keyhavenDatabase) return;
  globalThis.__keyhavenDatabase = await startTestDatabase();
  process.env.MONGODB_URI = globalThis.__keyhavenDatabase.uri;
};
