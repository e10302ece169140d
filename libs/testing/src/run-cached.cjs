// Runs the bundle beside it as node would, in half the time: the first process that lives long enough keeps the code
// that it has compiled by then. (NODE_COMPILE_CACHE does so from Node 22 on, for processes that end in peace.)
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');

/** How long after its start a process keeps its code, in milliseconds: most of what it runs is compiled then. */
const KEEP_AFTER_MS = 2_000;

const bundle = path.join(__dirname, 'bundle.cjs');
const cache = path.join(__dirname, 'bundle.cache');
const cachedData = fs.existsSync(cache) ? fs.readFileSync(cache) : undefined;
const script = new vm.Script(Module.wrap(fs.readFileSync(bundle, 'utf8')), { filename: bundle, cachedData });
if (!cachedData) setTimeout(keep, KEEP_AFTER_MS).unref();
script.runInThisContext()(exports, require, module, bundle, __dirname);

/** Whole or not at all: others start meanwhile, and any of them may be killed. */
function keep() {
  if (fs.existsSync(cache)) return;
  const own = `${cache}.${process.pid}`;
  fs.writeFileSync(own, script.createCachedData());
  fs.renameSync(own, cache);
}
