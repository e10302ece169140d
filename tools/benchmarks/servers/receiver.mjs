// Receives webhooks in a separate process and responds to every POST with 200. `GET /` returns how many POSTs it
// received. `GET /lags` returns the delay of each POST to /lags: the milliseconds from the change to the arrival of the
// POST.
import http from 'node:http';
import { json } from 'node:stream/consumers';

let count = 0;
const lags = [];
const server = http.createServer((request, response) => {
  const isLags = request.url === '/lags';
  if (request.method === 'GET') return void response.end(isLags ? JSON.stringify(lags) : String(count));
  if (isLags) {
    const arrived = Date.now();
    return void json(request).then(({ occurred_utc }) => {
      lags.push(arrived - Date.parse(occurred_utc));
      response.end();
    });
  }
  request.resume();
  request.on('end', () => {
    count++;
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${server.address().port}`));
