import { createServer } from 'node:http';
import process from 'node:process';

/** The least that a server can do: the same bytes from memory for every request. Told what to say by its parent. */
process.once('message', ({ headers, body }: { headers: Record<string, string>; body: string }) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes));
  server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'));
});
