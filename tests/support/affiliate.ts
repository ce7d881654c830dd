import { createHash, randomUUID } from 'node:crypto';
import { type Client, openClient } from './client.ts';
import type { Store } from './store.ts';

/** A client with the session of an affiliate. No login gives one, so it is put into the books. */
export async function enterAsAffiliate(store: Store): Promise<Client> {
  const books = store.database();
  const { userId } = await books.selectFrom('affiliates').select('userId').executeTakeFirstOrThrow();
  const token = randomUUID();
  const now = Math.floor(Date.now() / 1000);
  const id = createHash('sha256').update(token).digest('hex');
  await books
    .insertInto('sessions')
    .values({ id, user_id: userId, created_at: now, expires_at: now + 3600 })
    .execute();
  const client = openClient(store.url);
  client.cookies.set('session', token);
  return client;
}
