import assert from 'node:assert/strict';
import { until } from './until.mjs';

/** How long the container may take to end, including the time to finish open requests, in seconds. */
const STOP_SECONDS = 30;
/** The exit code of a container whose process was killed by SIGKILL. */
const KILLED = 137;

/** Checks the whole platform in one container. */
export async function checkStandalone(docker, checks) {
  const volume = docker.makeVolume();
  const ports = ['--publish', '127.0.0.1::8080', '--publish', '127.0.0.1::9080'];
  const options = ['--volume', `${volume}:/data`, ...ports];
  let id;

  await checks.check('the platform in one container becomes healthy with a read-only root file system', async () => {
    id = docker.start(options);
    await until('it is healthy', () => docker.inspect(id).State.Health.Status === 'healthy').catch((error) => {
      throw new Error(`${error.message}\n${docker.lastWords(id)}`);
    });
    assert.equal(docker.inspect(id).HostConfig.ReadonlyRootfs, true);
    assert.notEqual(docker.try('exec', id, 'touch', '/app/file').status, 0);
  });

  await checks.check('the platform in one container runs as user and group 10001', () => {
    const program = "console.log(fs.readFileSync('/proc/1/status', 'utf8'))";
    const status = docker.do('exec', id, 'node', '-e', program);
    assert.match(status, /^Uid:\s+10001\s+10001\s+10001\s+10001$/m);
    assert.match(status, /^Gid:\s+10001\s+10001\s+10001\s+10001$/m);
  });

  await checks.check('the API can be called from outside the container, with the printed credentials', async () => {
    const headers = { authorization: await printedCredentials(docker, id) };
    const url = `${docker.addressOf(id, 8080)}/v2/users/me`;
    assert.equal((await (await fetch(url, { headers })).json()).email_address, 'demo@example.com');
    assert.equal((await fetch(url)).status, 401);
  });

  await checks.check('the container serves the pages and the help', async () => {
    const address = docker.addressOf(id, 8080);
    for (const path of ['/portal', '/help', '/llms.txt', '/openapi/v2.json']) {
      assert.equal((await fetch(`${address}${path}`)).status, 200, path);
    }
  });

  await checks.check('the operations port answers from outside the container', async () => {
    const address = docker.addressOf(id, 9080);
    await until('it is ready', async () => (await fetch(`${address}/readyz`)).status === 200);
    assert.match(await (await fetch(`${address}/metrics`)).text(), /^keyhaven_build_info\{version="/m);
  });

  await checks.check('the program operator calls operator routes in the container', () => {
    const operator = ['node', '/app/run.mjs', 'operator'];
    const body = '{"company_name":"Harbour Stays","time_zone":"Europe/Rome","currency_code":"EUR"}';
    const made = docker.do('exec', id, ...operator, 'POST', 'identity', '/operator/accounts', body);
    assert.equal(JSON.parse(made).company_name, 'Harbour Stays');
  });

  await checks.check('healthcheck fails if the operations port does not answer', () => {
    const check = ['node', '/app/run.mjs', 'healthcheck'];
    assert.equal(docker.try('exec', id, ...check, '/readyz').status, 0);
    const { status, stderr } = docker.try('exec', '--env', 'OPERATIONS_PORT=9999', id, ...check);
    assert.equal(status, 1);
    assert.match(stderr, /9999\/livez does not answer/);
  });

  await checks.check('docker stop ends the container cleanly', () => {
    docker.do('stop', '--time', `${STOP_SECONDS}`, id);
    const { ExitCode } = docker.inspect(id).State;
    assert.notEqual(ExitCode, KILLED);
    assert.equal(ExitCode, 0, docker.lastWords(id));
  });

  await checks.check('a new container with the same volume accepts the same credentials', async () => {
    const authorization = await printedCredentials(docker, id);
    const second = docker.start(options);
    await until('it is healthy', () => docker.inspect(second).State.Health.Status === 'healthy');
    const url = `${docker.addressOf(second, 8080)}/v2/users/me`;
    await until('it answers', async () => (await fetch(url, { headers: { authorization } })).status === 200);
    docker.do('stop', '--time', `${STOP_SECONDS}`, second);
    assert.equal(docker.inspect(second).State.ExitCode, 0, docker.lastWords(second));
  });
}

/** Waits for the credentials in the log. @returns them as the value of an Authorization header. */
async function printedCredentials(docker, id) {
  const find = (pattern) => pattern.exec(docker.logs(id))?.[1];
  await until('the credentials are printed', () => find(/Personal access token +(\S+)/));
  const [email, token] = [find(/E-mail address +(\S+)/), find(/Personal access token +(\S+)/)];
  return `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
}
