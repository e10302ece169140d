// Answers every request with the bytes of a file, from memory, as a bare Express app: what the calendar's answer costs
// at least.
const { readFileSync } = require('node:fs');
const express = require('express');

const bytes = readFileSync(process.env.BYTES_FILE);
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length };
const app = express();
app.use((_request, response) => response.writeHead(200, headers).end(bytes));
const server = app.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${server.address().port}`));
