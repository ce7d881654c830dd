import { BookOpen, Handshake, KeyRound, Package, ReceiptText, TicketPercent, UserRound } from 'lucide-react';
import type { Affiliate } from '#src/wire/affiliates/affiliates.ts';
import type { Coupon } from '#src/wire/coupons/coupons.ts';
import { ERASED_CUSTOMER } from '#src/wire/customers/erased-customer.ts';
import type { ActivationKey } from '#src/wire/keys/activation-keys.ts';
import { manualAddress } from '#src/wire/manual/manual-address.ts';
import type { ManualFinding } from '#src/wire/manual/manual-pages.ts';
import { namesOf } from '#src/wire/purchases/items.ts';
import { numberText } from '#src/wire/purchases/purchase-number.ts';
import type { Sale } from '#src/wire/sales/sales.ts';
import { type Choice, goTo } from './choice.ts';

type Product = { id: string; name: string; price: string };
type Customer = { id: string; name: string | null; email: string | null };
type Purchase = Pick<Sale, 'id' | 'number' | 'items' | 'totalAmount'> & { customerName: string | null };

export function productChoice({ id, name, price }: Product): Choice {
  const address = `/admin/products?${new URLSearchParams({ q: name })}`;
  return {
    key: `product-${id}`,
    name,
    detail: price,
    icon: Package,
    run: goTo(address),
    opens: { kind: 'product', id },
  };
}

export function customerChoice({ id, name, email }: Customer): Choice {
  const address = `/admin/customers/${encodeURIComponent(id)}`;
  return { key: `customer-${id}`, name: name ?? 'Cliente', detail: email ?? '', icon: UserRound, run: goTo(address) };
}

export function purchaseChoice({ id, number, items, customerName, totalAmount }: Purchase): Choice {
  const address = `/admin/sales?${new URLSearchParams({ id })}`;
  const name = `${namesOf({ items })} · ${customerName ?? ERASED_CUSTOMER} · ${numberText({ number })}`;
  return { key: `purchase-${id}`, name, detail: totalAmount, icon: ReceiptText, run: goTo(address) };
}

export function couponChoice({ id, code, name }: Coupon): Choice {
  const address = `/admin/promotions?${new URLSearchParams({ q: code })}`;
  return { key: `coupon-${id}`, name: code, detail: name, icon: TicketPercent, run: goTo(address) };
}

export function affiliateChoice({ id, name, couponCode }: Affiliate): Choice {
  const address = `/admin/affiliates?${new URLSearchParams({ q: name })}`;
  return { key: `affiliate-${id}`, name, detail: couponCode, icon: Handshake, run: goTo(address) };
}

export function keyChoice({ id, key, product }: ActivationKey): Choice {
  const address = `/admin/activation-keys?${new URLSearchParams({ q: key })}`;
  return { key: `key-${id}`, name: key, detail: product.name, icon: KeyRound, run: goTo(address) };
}

export function manualChoice({ place, title, pageTitle }: ManualFinding): Choice {
  const detail = title === pageTitle ? '' : pageTitle;
  return { key: `manual-${place}`, name: title, detail, icon: BookOpen, run: goTo(manualAddress(place)) };
}
