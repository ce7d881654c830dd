import { CodeWithCopy } from '#src/islands/ui/copy/code-with-copy.tsx';
import { Badge, type BadgeTone } from '#src/islands/ui/states/badge.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { TwoLines } from '#src/islands/ui/table/two-lines.tsx';
import {
  COUPON_STATES,
  type Coupon,
  type CouponProduct,
  type CouponState,
  couponStateOf,
  scopeText,
} from '#src/wire/coupons/coupons.ts';
import { discountText, plainDayText } from './coupon-text.ts';

/** `today` in São Paulo decides what has expired. */
export function couponColumns(today: string, products: readonly CouponProduct[]): readonly Column<Coupon>[] {
  return [
    {
      id: 'code',
      header: 'Código',
      sortKey: 'code',
      width: 'w-38 @5xl:w-46',
      cell: ({ code }) => <CodeWithCopy text={code} noun="o código" copied="Código copiado" className="font-medium" />,
    },
    {
      id: 'name',
      header: 'Nome',
      sortKey: 'name',
      cell: (coupon) => <Name coupon={coupon} scope={scopeText(coupon, products)} />,
    },
    {
      id: 'discount',
      header: 'Desconto',
      sortKey: 'discount',
      align: 'end',
      width: 'w-28',
      card: 'aside',
      cell: ({ type, discount }) => discountText(type, discount),
    },
    {
      id: 'used',
      header: 'Usos',
      isMinor: true,
      sortKey: 'used',
      width: 'w-28 @5xl:w-34',
      cell: (coupon) => <Uses coupon={coupon} />,
    },
    {
      id: 'validTo',
      header: 'Validade',
      isMinor: true,
      sortKey: 'validTo',
      width: 'w-30 @5xl:w-32',
      cell: ({ validFrom, validTo }) => (
        <span className="grid leading-4 tabular-nums @max-2xl:flex @max-2xl:justify-end @max-2xl:gap-1">
          <span>{plainDayText(validFrom)}</span>
          <span className="text-muted">a {plainDayText(validTo)}</span>
        </span>
      ),
    },
    {
      id: 'isActive',
      header: 'Status',
      sortKey: 'isActive',
      width: 'w-30',
      card: 'foot',
      cell: (coupon) => <CouponStatus coupon={coupon} today={today} />,
    },
  ];
}

function Name({ coupon: { name, description, affiliate }, scope }: { coupon: Coupon; scope: string }) {
  const about = affiliate ? `Afiliado: ${affiliate.name}` : scope || description;
  return <TwoLines first={name} second={about} />;
}

function Uses({ coupon: { used, maxUses } }: { coupon: Coupon }) {
  return (
    <span className="grid gap-1 tabular-nums @max-2xl:justify-items-end">
      <span>
        {used.toLocaleString('pt-BR')} / <span>{maxUses === null ? 'Ilimitado' : maxUses.toLocaleString('pt-BR')}</span>
      </span>
      {maxUses !== null && (
        <svg aria-hidden="true" viewBox="0 0 100 3" preserveAspectRatio="none" className="h-[3px] w-full max-w-24">
          <rect width="100" height="3" rx="1.5" className="fill-line" />
          <rect
            width={Math.min(100, (used / maxUses) * 100)}
            height="3"
            rx="1.5"
            className={used >= maxUses ? 'fill-warning' : 'fill-link'}
          />
        </svg>
      )}
    </span>
  );
}

function CouponStatus({ coupon, today }: { coupon: Coupon; today: string }) {
  const state = couponStateOf(coupon, today);
  return <Badge tone={TONES[state]}>{COUPON_STATES[state]}</Badge>;
}

const TONES: Record<CouponState, BadgeTone> = {
  inactive: 'neutral',
  expired: 'warning',
  used_up: 'warning',
  scheduled: 'neutral',
  active: 'success',
};
