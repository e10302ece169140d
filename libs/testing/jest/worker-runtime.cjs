const { isBuiltin } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { prepareStateless, requireStateless, statelessFile } = require('./stateless-modules.cjs');

/** The compiled source files of this worker, by file name. */
const compiled = new Map();

/**
 * Jest's runtime with two differences: a worker loads each package only once, not once for each
 * test file, and compiles each source file only once. Modules of this repository are evaluated once
 * for each test file, except stateless ones, which a worker evaluates only once. jest.mock works as
 * usual, because jest replaces mocked modules before it calls requireModule. But mocks do not apply
 * to the imports of packages and stateless modules.
 */
module.exports = class WorkerRuntime extends Runtime {
  constructor(config, environment, ...others) {
    super(config, environment, ...others);
    // Replace jest's method, because jest has no option to reuse compiled files: it compiles every
    // file again for the context of each test file.
    this.executor.compile = (source, filename) =>
      environment.getVmContext() && compileOnce(source, filename, this.executor.injectedModuleParameters);
    prepareStateless(this);
  }

  requireModule(from, moduleName, options, isRequireActual) {
    if (!options?.isInternalModule) {
      if (isPackage(moduleName)) return require(moduleName);
      const file = statelessFile(this, from, moduleName);
      if (file) return requireStateless(this, file, { compile: compileModule, isPackage, requirePackage: require });
    }
    return super.requireModule(from, moduleName, options, isRequireActual);
  }
};

/** Whether an import is a package: neither a module of Node nor a file of this repository. */
function isPackage(name) {
  if (!name || name.startsWith('.') || path.isAbsolute(name) || isBuiltin(name)) return false;
  return !name.startsWith('@keyhaven/');
}

const compileModule = (source, filename) =>
  compileOnce(source, filename, ['module', 'exports', 'require', '__dirname', '__filename']);

function compileOnce(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.run;
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const run = vm.compileFunction(source, parameters, { filename, importModuleDynamically });
  compiled.set(filename, { source, run });
  return run;
}
