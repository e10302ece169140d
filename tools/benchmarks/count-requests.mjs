// A receiver in a process of its own: it answers 200 to every POST, and to GET how many there were.
import http from 'node:http';

let count = 0;
const server = http.createServer((request, response) => {
  if (request.method === 'GET') return void response.end(String(count));
  request.resume();
  request.on('end', () => {
    count++;
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${server.address().port}`));
