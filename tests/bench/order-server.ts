import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';
import BetterSqlite3 from 'better-sqlite3';

/** The least that a shop can do for an order: reads it and writes one row that survives a power cut. */
const [port, file = ''] = process.argv.slice(2);
const database = new BetterSqlite3(file);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec('create table orders (id text primary key, body text not null) strict');
const insert = database.prepare('insert into orders values (?, ?)');

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => {
    const order: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const id = randomBytes(16).toString('hex');
    insert.run(id, JSON.stringify(order));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id }));
  });
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
