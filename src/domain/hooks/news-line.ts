import { formatCents } from '#src/wire/basics/money.ts';
import { HOOK_EVENTS, type SentEvent } from '#src/wire/hooks/hook-events.ts';
import { namesOf } from '#src/wire/purchases/items.ts';

/** One line for a channel, such as `Venda de R$ 189,90 · Grade Cinema`: never a name, an address or a key. */
export function newsLine(type: SentEvent['type'], data: SentEvent['data']): string {
  if (type === 'ping') return 'Teste da loja: os avisos chegam aqui.';
  const about = [
    type === 'release.published' ? `${textOf(data['productName'])} ${textOf(data['version'])}` : namesIn(data),
  ];
  return [openingOf(type, data), ...about].filter(Boolean).join(' · ');
}

function openingOf(type: Exclude<SentEvent['type'], 'ping'>, data: SentEvent['data']): string {
  const { label } = HOOK_EVENTS[type];
  const cents = data['totalCents'] ?? data['commissionCents'];
  if (typeof cents !== 'number') return label;
  return type === 'sale.paid' ? `Venda de ${formatCents(cents)}` : `${label}: ${formatCents(cents)}`;
}

type Item = { productName: string; kitName: string | null };

function namesIn({ items, productName }: SentEvent['data']): string {
  return Array.isArray(items) ? namesOf({ items: items as Item[] }) : textOf(productName);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
