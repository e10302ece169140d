// Answers every request with the bytes of a file, from memory: what a calendar's answer costs at least.
const { readFileSync } = require('node:fs');
const http = require('node:http');

const bytes = readFileSync(process.env.BYTES_FILE);
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length };
const server = http.createServer((request, response) => response.writeHead(200, headers).end(bytes));
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${server.address().port}`));
