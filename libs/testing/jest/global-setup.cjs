// Gives all tests a database: MONGODB_URI if set, else a container where a Docker engine answers, else the embedded one
// as a process of its own. Every test takes databases of its own there.
const { startTestDatabase } = require('./test-database.cjs');

module.exports = async () => {
  if (globalThis.__keyhavenDatabase) return;
  globalThis.__keyhavenDatabase = await startTestDatabase();
  process.env.MONGODB_URI = globalThis.__keyhavenDatabase.uri;
};
