// A bare Express app that responds to every request with the bytes of a file, which it keeps in
// memory.
const { readFileSync } = require('node:fs');
const express = require('express');

const bytes = readFileSync(process.env.BYTES_FILE);
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length };
const app = express();
app.use((_request, response) => response.writeHead(200, headers).end(bytes));
const server = app.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${server.address().port}`));
