import { createHash, randomUUID } from 'node:crypto';
import type { Affiliate, Commission } from '#src/wire/affiliates/affiliates.ts';
import type { Coupon } from '#src/wire/coupons/coupons.ts';
import { type Client, openClient } from '../calls/client.ts';
import type { Store } from '../store/store.ts';
import { expectStatus } from './buy.ts';

export const AFFILIATES = '/api/admin/affiliates';
export const COMMISSIONS = '/api/admin/affiliate-sales';

export function handleAffiliates(of: () => { store: Store; owner: Client }) {
  const list = async () => expectStatus(await of().owner.get(AFFILIATES), 200).json<Affiliate[]>();
  return {
    list,

    async makeAffiliate(values: Record<string, unknown> = {}): Promise<Affiliate> {
      const response = await of().owner.post(AFFILIATES, { ...newAffiliate(), ...values });
      return expectStatus(response, 201).json<Affiliate>();
    },

    async find(id: string): Promise<Affiliate | undefined> {
      return (await list()).find((affiliate) => affiliate.id === id);
    },

    async couponOf(affiliate: Affiliate): Promise<Coupon> {
      const coupons = expectStatus(await of().owner.get('/api/admin/coupons'), 200).json<Coupon[]>();
      const own = coupons.find((coupon) => coupon.affiliate?.id === affiliate.id);
      if (!own) throw new Error(`${affiliate.name} has no coupon.`);
      return own;
    },

    async commissionsOf(whose: string): Promise<Commission[]> {
      return expectStatus(await of().owner.get(`${COMMISSIONS}/${whose}`), 200).json<Commission[]>();
    },

    async everything(): Promise<unknown> {
      const paths = [AFFILIATES, '/api/admin/coupons', `${COMMISSIONS}/all`];
      return Promise.all(paths.map(async (path) => (await of().owner.get(path)).json()));
    },

    async booksOf(affiliateId?: string) {
      const sales = await of().store.database().selectFrom('affiliateSales').selectAll().execute();
      return sales.filter((sale) => affiliateId === undefined || sale.affiliateId === affiliateId);
    },
  };
}

export function newAffiliate() {
  const unique = randomUUID().slice(0, 8);
  return {
    name: `Afiliada ${unique}`,
    email: `afiliada.${unique}@exemplo.com.br`,
    password: 'segredo-1',
    isAffiliate: true,
    commissionRate: '10',
    couponCode: `AF${unique}`.toUpperCase(),
  };
}

export function commissionOf(sales: { commissionCents: number }[]): number {
  return sales.reduce((cents, { commissionCents }) => cents + commissionCents, 0);
}

/** Affiliates cannot log in, so the session is inserted. */
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
