import { countUse } from '#db/queries/licenses/licenses.ts';
import {
  GUMROAD_TEXTS,
  type GumroadAnswer,
  type GumroadPurchase,
  type GumroadVerification,
} from '#src/wire/licenses/gumroad-calls.ts';
import { readIds } from '#src/wire/products/product-id.ts';
import type { Shop } from '../shop.ts';
import { checkLicense, findNamed } from './check-license-key.ts';
import { chooseSold, type SoldLicense } from './foreign-calls.ts';

/** Gumroad answers for a refunded or disputed key too, and says so; plugins decide by that. */
export async function verifyForGumroad(
  shop: Shop,
  asked: GumroadVerification,
  clientNetwork: string,
): Promise<GumroadAnswer> {
  const { licenses } = await findNamed(shop, asked.license_key, clientNetwork);
  const named = asked.product_id || asked.id || asked.link_id || asked.product_permalink;
  const license = chooseSold(licenses.filter(({ gumroadIds }) => readIds(gumroadIds).includes(named)));
  if (!license) return { success: false, message: GUMROAD_TEXTS.unknown };
  const judged = checkLicense(license);
  const refunded = !judged.isGood && judged.code === 'refunded';
  const disputed = !judged.isGood && judged.code === 'frozen';
  if (!judged.isGood && !refunded && !disputed) return { success: false, message: GUMROAD_TEXTS.disabled };
  const uses = asked.increment_uses_count === 'true' ? await countUse(shop.db, license.id) : license.uses;
  const purchase = { ...describePurchase(shop, license, asked), refunded, disputed, chargebacked: disputed };
  return { success: true, uses, purchase };
}

type Described = Omit<GumroadPurchase, 'refunded' | 'disputed' | 'chargebacked'>;

function describePurchase({ keyedHash }: Shop, license: SoldLicense, asked: GumroadVerification): Described {
  const permalink = asked.id || asked.link_id || asked.product_permalink;
  // The id of a purchase opens its page, so that a plugin gets another one.
  const saleId = keyedHash(`gumroad:${license.itemId}`).slice(0, 24);
  return {
    seller_id: '',
    product_id: asked.product_id || (readIds(license.gumroadIds)[0] ?? ''),
    product_name: license.productName,
    permalink,
    product_permalink: permalink,
    short_product_id: permalink,
    email: '',
    full_name: '',
    price: license.itemTotalCents,
    gumroad_fee: 0,
    currency: 'brl',
    quantity: 1,
    discover_fee_charged: false,
    can_contact: false,
    referrer: '',
    card: { visual: null, type: null, bin: null, expiry_month: null, expiry_year: null },
    order_number: license.purchaseNumber,
    id: saleId,
    sale_id: saleId,
    sale_timestamp: license.completedAt,
    created_at: license.completedAt,
    purchaser_id: '',
    variants: '',
    custom_fields: [],
    license_key: license.key,
    is_multiseat_license: false,
    ip_country: '',
    is_gift_receiver_purchase: false,
    dispute_won: false,
    subscription_id: null,
    recurrence: null,
    subscription_ended_at: null,
    subscription_cancelled_at: null,
    subscription_failed_at: null,
  };
}
