import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { type Mail, readMail } from './mailbox.ts';

/** A letter with the envelope that brought it. */
export type Letter = Mail & { envelope: { from: string; to: string[] } };

export type PostOffice = {
  /** For `SMTP_URL`. */
  url: string;
  letters: Letter[];
  /** From now on each letter is refused with this reply; null takes them again. */
  refuseWith(reply: { code: number; text: string } | null): void;
  waitForLetters(count: number, timeoutMs?: number): Promise<Letter[]>;
  close(): Promise<void>;
};

/** A real SMTP server on a free port that keeps what it is given. With `login` it lets only that account in. */
export async function openPostOffice(login?: { user: string; password: string }): Promise<PostOffice> {
  const letters: Letter[] = [];
  let refusal: { code: number; text: string } | null = null;
  const server = new SMTPServer({
    authOptional: !login,
    allowInsecureAuth: true,
    // Nobody waits for a name server that is not there.
    disableReverseLookup: true,
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    onAuth({ username, password }, _session, answer) {
      const isKnown = username === login?.user && password === login?.password;
      if (isKnown) answer(null, { user: username });
      else answer(new Error('unknown account'));
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusal) return answer(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
        readMail(Buffer.concat(chunks)).then(
          (mail) => {
            letters.push({ ...mail, envelope });
            answer();
          },
          (error: Error) => answer(error),
        );
      });
    },
  });
  const port = await listen(server);
  const account = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  return {
    url: `smtp://${account}127.0.0.1:${port}`,
    letters,
    refuseWith(reply) {
      refusal = reply;
    },
    async waitForLetters(count, timeoutMs = 40_000) {
      const deadline = Date.now() + timeoutMs;
      while (letters.length < count) {
        if (Date.now() > deadline) throw new Error(`${count} letters were expected, ${letters.length} came.`);
        await wait(25);
      }
      return letters;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function listen(server: SMTPServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listener = server.listen(0, '127.0.0.1', () => resolve(portOf(listener.address())));
  });
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
