import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAffiliate, editAffiliate } from '#src/domain/affiliates/affiliates.ts';
import { recordChange } from '#src/domain/audit/audit.ts';
import { listAuditPage } from '#src/domain/audit/audit-trail.ts';
import { createCoupon, editCoupon } from '#src/domain/coupons/coupons.ts';
import { editProduct } from '#src/domain/products/products.ts';
import type { AuditEntry } from '#src/wire/audit/audit.ts';
import { AUDITED_VALUES, keepAudited, showChange } from '#src/wire/audit/audit-values.ts';
import { type OpenTestShop, openTestShop } from '../../support/store/shop.ts';

const OWNER = { id: 'owner' };
let test: OpenTestShop;

beforeAll(async () => {
  test = await openTestShop();
});
afterAll(() => test.close());

async function lastEntry(): Promise<AuditEntry> {
  const request = {
    q: '',
    sort: 'time',
    order: 'desc',
    page: 1,
    pageSize: 1,
    kind: null,
    from: null,
    to: null,
  } as const;
  const { items } = await listAuditPage(test.shop, request);
  if (!items[0]) throw new Error('The trail is empty.');
  return items[0];
}

function read({ entity, fields, changes }: AuditEntry): Record<string, string | null> {
  const said = fields.map((field) => [field, showChange(entity, field, changes)] as const);
  return Object.fromEntries(said.map(([field, words]) => [field, words && `${words.before} → ${words.after}`]));
}

describe('the trail', () => {
  it('shows prices, switches and names of a product before and after', async () => {
    const product = await test.shop.db.selectFrom('products').selectAll().orderBy('id').executeTakeFirstOrThrow();
    const names = new Map(
      (await test.shop.db.selectFrom('categories').selectAll().execute()).map((row) => [row.id, row.name]),
    );
    const categoryId = [...names.keys()].find((id) => id !== product.categoryId) ?? null;

    await editProduct(test.shop, OWNER, product.id, {
      price: product.priceCents + 100,
      originalPrice: null,
      isFeatured: product.isFeatured === 0,
      categoryId,
      status: 'Inativo',
      lowKeysAt: 12,
      pauseWithoutKeys: true,
      downloadUrl: 'https://files.example/grade.zip?signature=secret',
    });

    const said = read(await lastEntry());
    expect(said).toMatchObject({
      lowKeysAt: 'o número da loja → 12',
      pauseWithoutKeys: 'Não → Sim',
      isFeatured: product.isFeatured === 0 ? 'Não → Sim' : 'Sim → Não',
      status: 'Ativo → Inativo',
      categoryId: `${names.get(product.categoryId ?? '') ?? 'vazio'} → ${names.get(categoryId ?? '')}`,
      downloadUrl: null,
    });
    expect(said['price']).toMatch(/^R\$ [\d.]+,\d\d → R\$ [\d.]+,\d\d$/);
    expect(JSON.stringify(await test.shop.db.selectFrom('audit').selectAll().execute())).not.toContain('signature');
  });

  it('shows a discount in its unit, days as dates and no limit in words', async () => {
    const days = { validFrom: '2026-01-01', validTo: '2026-12-31' };
    const { id } = await createCoupon(test.shop, OWNER, {
      ...{ code: 'ANTES', name: 'Antes', discount: 1_050, type: 'PERCENT', maxUses: 5 },
      ...days,
    });
    const change = { type: 'FIXED', discount: 2_000, maxUses: null, validTo: '2027-01-31', isActive: false } as const;
    await editCoupon(test.shop, OWNER, id, change);

    expect(read(await lastEntry())).toEqual({
      type: 'Porcentagem → Valor fixo',
      discount: '10,5% → R$ 20,00',
      maxUses: '5 → sem limite',
      validTo: '31/12/2026 → 31/01/2027',
      isActive: 'Sim → Não',
    });
  });

  it('shows of a partner only that name and e-mail changed', async () => {
    const partner = { name: 'Zuleika Quixadá', email: 'zuleika@parceira.com.br', commissionRate: 1_000 };
    const { id } = await createAffiliate(test.shop, OWNER, {
      ...partner,
      couponCode: 'ZQ10',
      password: 'uma senha boa',
    });
    await editAffiliate(test.shop, OWNER, id, {
      name: 'Zuleika Ypiranga',
      email: 'z@parceira.com.br',
      commissionRate: 1_250,
    });

    const entry = await lastEntry();
    expect(read(entry)).toEqual({ name: null, email: null, commissionRate: '10% → 12,5%' });
    const kept = JSON.stringify(await test.shop.db.selectFrom('audit').selectAll().execute()).toLowerCase();
    for (const trace of ['zuleika', 'ypiranga', 'parceira']) expect(kept).not.toContain(trace);

    const { id: couponId } = await test.shop.db
      .selectFrom('coupons')
      .select('id')
      .where('code', '=', 'ZQ10')
      .executeTakeFirstOrThrow();
    await editCoupon(test.shop, OWNER, couponId, { name: 'Zuleika, de novo' });
    expect(read(await lastEntry())).toEqual({ name: null });
  });

  it('reads entries of earlier versions, whose values nobody kept', async () => {
    const old = {
      at: '2026-01-01T00:00:00.000Z',
      actorId: 'owner',
      action: 'product.update',
      entity: 'product',
      entityId: 'p',
    };
    await test.shop.db
      .insertInto('audit')
      .values({ ...old, fields: '["price"]' })
      .execute();

    const entry = await lastEntry();
    expect(entry).toMatchObject({ fields: ['price'], changes: {} });
    expect(read(entry)).toEqual({ price: null });
  });

  it('keeps no value of a field that it does not name, whatever a caller passes', async () => {
    const named = (entity: string, field: string) => Object.hasOwn(AUDITED_VALUES[entity] ?? {}, field);
    const entities = fc.constantFrom(...Object.keys(AUDITED_VALUES), 'customer', 'purchase', 'constructor');
    const fields = fc.oneof(
      fc.constantFrom('name', 'email', 'password', 'key', 'text', '__proto__', 'price'),
      fc.string(),
    );
    const values = fc.tuple(fc.anything(), fc.anything());
    fc.assert(
      fc.property(entities, fc.dictionary(fields, values), (entity, changes) => {
        const kept = keepAudited(entity, changes);
        for (const [field, pair] of Object.entries(kept)) {
          expect(named(entity, field)).toBe(true);
          for (const value of pair) expect(String(value).length).toBeLessThanOrEqual(400);
        }
      }),
    );
    const secret = { email: ['ana@exemplo.com.br', 'outra@exemplo.com.br'], key: ['AAAA', 'BBBB'] } as const;
    await recordChange(test.shop.db, test.shop, OWNER, {
      action: 'customer.correct_email',
      entityId: 'c1',
      changes: secret,
    });
    expect(await lastEntry()).toMatchObject({ fields: ['email', 'key'], changes: {} });
  });
});
