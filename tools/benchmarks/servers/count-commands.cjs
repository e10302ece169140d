// Loaded into the platform before its program: counts the commands that it sends to the embedded database, and prints
// the count on SIGUSR2. The driver writes each command as one buffer.
const net = require('node:net');
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
  let count = 0;
  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = function (...request) {
    const [first] = request.flat();
    if (first?.path?.endsWith('database.sock')) {
      const write = this.write;
      this.write = function (...written) {
        count++;
        return write.apply(this, written);
      };
    }
    return connect.apply(this, request);
  };
  process.on('SIGUSR2', () => console.log(`commands sent: ${count}`));
}
