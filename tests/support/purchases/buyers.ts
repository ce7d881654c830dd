import type { CustomerSummary } from '#src/wire/customers/customers.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { Client } from '../calls/client.ts';
import { openClient } from '../calls/client.ts';
import type { Mail } from '../calls/mailbox.ts';
import type { Store } from '../store/store.ts';
import { buy } from './buy.ts';

let people = 0;

export function actAsBuyers(current: () => { visitor: Client; owner: Client }) {
  /** Each test has its own, because mail is limited per address. */
  const nextAddress = () => `comprador${++people}@exemplo.com.br`;
  const buyAs = (customerEmail: string, productId = 'grade-cinema') =>
    buy(current().visitor, { customerName: 'Pessoa de Teste', customerEmail, productId });
  return {
    nextAddress,
    buyAs,
    async boughtBy() {
      const email = nextAddress();
      await buyAs(email);
      return email;
    },
    async idOf(email: string) {
      const path = `/api/admin/customers?q=${encodeURIComponent(email)}&page=1`;
      const { items } = (await current().owner.get(path)).json<Page<CustomerSummary>>();
      return items.find((customer) => customer.email === email)?.id ?? '';
    },
  };
}

/** The newest of that subject, once it is there. */
export async function mailTo(store: Store, address: string, subject: RegExp): Promise<Mail> {
  const deadline = Date.now() + 240_000;
  for (;;) {
    const found = (await store.mailbox()).filter(
      (mail) => mail.to?.[0]?.address === address && subject.test(mail.subject ?? ''),
    );
    const [newest] = found.slice(-1);
    if (newest) return newest;
    if (Date.now() > deadline) throw new Error(`No mail ${subject} arrived.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Asks for a link and waits for the mail that was not there before. */
export async function askForLink(store: Store, email: string): Promise<{ token: string; code: string; mail: Mail }> {
  const links = async () =>
    (await store.mailbox()).filter((mail) => mail.to?.[0]?.address === email && /^Seu link/.test(mail.subject ?? ''));
  const before = (await links()).length;
  await openClient(store.url).post('/api/buyer/link', { email });
  const deadline = Date.now() + 240_000;
  for (;;) {
    const [mail] = (await links()).slice(before);
    if (mail) return { ...readLink(mail), mail };
    if (Date.now() > deadline) throw new Error('The link did not arrive.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function readLink(mail: Mail): { token: string; code: string } {
  const token = /\?t=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
  const code = /Código:\s+(\d{6})/.exec(mail.text ?? '')?.[1] ?? '';
  return { token, code };
}

export async function enterAsBuyer(store: Store, email: string): Promise<Client> {
  const client = openClient(store.url);
  const { token } = await askForLink(store, email);
  const response = await client.post('/api/buyer/session', { token });
  if (response.status !== 200) throw new Error(`The buyer could not sign in: ${response.status} ${response.text}`);
  return client;
}
