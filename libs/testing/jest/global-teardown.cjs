module.exports = async () => {
  await globalThis.__keyhavenDatabase?.stop();
  globalThis.__keyhavenDatabase = undefined;
};
