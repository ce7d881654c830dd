import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { type Mail, readMail } from './mailbox.ts';

type ReceivedMail = Mail & { envelope: { from: string; to: string[] } };

export type MailServer = {
  url: string;
  letters: ReceivedMail[];
  /** Concurrent connections at most, and in all. */
  lines: { most: number; all: number };
  /** Refuses every message with this reply, or those that it is judged to; null accepts again. */
  refuseWith(reply: Reply | ((to: string) => Reply | null) | null): void;
  /** On Mondays a summary comes to the owner as well. */
  waitForMails(count: number, wanted?: { to?: string; timeoutMs?: number }): Promise<ReceivedMail[]>;
  close(): Promise<void>;
};

type Reply = { code: number; text: string };
type Login = { user: string; password: string };

export async function openMailServer(login?: Login, wantedPort = 0): Promise<MailServer> {
  const letters: ReceivedMail[] = [];
  const lines = { most: 0, all: 0 };
  let open = 0;
  let refusal: Parameters<MailServer['refuseWith']>[0] = null;
  const server = new SMTPServer({
    authOptional: !login,
    allowInsecureAuth: true,
    // Avoids DNS.
    disableReverseLookup: true,
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    onConnect(_session, response) {
      open += 1;
      lines.all += 1;
      lines.most = Math.max(lines.most, open);
      response();
    },
    onClose() {
      open -= 1;
    },
    onAuth({ username, password }, _session, response) {
      const isKnown = username === login?.user && password === login?.password;
      if (isKnown) response(null, { user: username });
      else response(new Error('unknown account'));
    },
    onData(stream, session, response) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const reply = typeof refusal === 'function' ? refusal(rcptTo[0]?.address ?? '') : refusal;
        if (reply) return response(Object.assign(new Error(reply.text), { responseCode: reply.code }));
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
        readMail(Buffer.concat(chunks)).then(
          (mail) => {
            letters.push({ ...mail, envelope });
            response();
          },
          (error: Error) => response(error),
        );
      });
    },
  });
  const port = await listen(server, wantedPort);
  // One connection may break, as when its client is killed.
  server.on('error', () => undefined);
  const account = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  return {
    url: `smtp://${account}127.0.0.1:${port}`,
    letters,
    lines,
    refuseWith(reply) {
      refusal = reply;
    },
    async waitForMails(count, { to, timeoutMs = 40_000 } = {}) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const wanted = letters.filter(({ envelope }) => to === undefined || envelope.to.includes(to));
        if (wanted.length >= count) return wanted;
        if (Date.now() > deadline) throw new Error(`${count} letters were expected, ${wanted.length} came.`);
        await wait(25);
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listener = server.listen(port, '127.0.0.1', () => resolve(portOf(listener.address())));
  });
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
