import process from 'node:process';
import express from 'express';

/** The least that a start of an Express server can be. */
const app = express();
app.get('/', (_request, response) => {
  response.send('<!doctype html><title>empty</title>');
});
app.listen(Number(process.argv[2]), '127.0.0.1');
