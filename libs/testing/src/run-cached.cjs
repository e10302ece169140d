// Runs bundle.cjs in this folder with a cache of compiled code, which halves the start time. The
// first process that runs long enough stores the cache, and later processes use it.
// (NODE_COMPILE_CACHE does the same from Node 22 on, but only for processes that exit normally.)
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');

/**
 * How long after its start a process stores its compiled code, in milliseconds. By then, it has
 * compiled most of the code that it runs.
 */
const STORE_AFTER_MS = 2_000;

const bundle = path.join(__dirname, 'bundle.cjs');
const cache = path.join(__dirname, 'bundle.cache');
const cachedData = fs.existsSync(cache) ? fs.readFileSync(cache) : undefined;
const script = new vm.Script(Module.wrap(fs.readFileSync(bundle, 'utf8')), { filename: bundle, cachedData });
if (!cachedData) setTimeout(storeCache, STORE_AFTER_MS).unref();
script.runInThisContext()(exports, require, module, bundle, __dirname);

/** Writes the cache atomically, because other processes start at the same time, and any of them may be killed. */
function storeCache() {
  if (fs.existsSync(cache)) return;
  const own = `${cache}.${process.pid}`;
  fs.writeFileSync(own, script.createCachedData());
  fs.renameSync(own, cache);
}
