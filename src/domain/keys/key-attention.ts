import { listWaitingBuyers, type WaitingBuyers } from '#db/queries/upkeep/attention.ts';
import { agoText } from '#src/wire/basics/dates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { endingText, paceText } from '#src/wire/keys/key-forecast.ts';
import { ACTIVATION_KEYS, type AttentionRow } from '#src/wire/upkeep/attention.ts';
import type { Shop } from '../shop.ts';
import { type KeyLevel, readKeyLevels } from './key-levels.ts';

export async function waitingKeyItems(shop: Shop, now: Date): Promise<AttentionRow[]> {
  return (await listWaitingBuyers(shop.db)).map((product) => waitingItem(product, now));
}

function waitingItem({ productId, name, buyers, since, paidCents }: WaitingBuyers, now: Date): AttentionRow {
  const people = Number(buyers);
  return {
    id: `keys_waiting:${productId}`,
    tone: 'danger',
    title: `${people === 1 ? '1 comprador espera' : `${people.toLocaleString('pt-BR')} compradores esperam`} a chave de ${name}`,
    detail: `${people === 1 ? 'Espera' : 'O mais antigo espera'} há ${agoText(since, now)} · pagos, ${formatCents(Number(paidCents))}`,
    href: `${ACTIVATION_KEYS}?produto=${encodeURIComponent(productId)}`,
    action: 'Adicionar chaves',
  };
}

export async function lowKeyItems(shop: Shop): Promise<AttentionRow[]> {
  const levels = await readKeyLevels(shop);
  return levels
    .filter(({ isLow, isEnding, buyersWaiting }) => (isLow || isEnding) && buyersWaiting === 0)
    .toSorted(
      (one, other) =>
        (one.daysLeft ?? Infinity) - (other.daysLeft ?? Infinity) || one.keysAvailable - other.keysAvailable,
    )
    .map(lowItem);
}

function lowItem({ id, name, keysAvailable, daysLeft, soldLately, pauseWithoutKeys }: KeyLevel): AttentionRow {
  const pace =
    soldLately === 0
      ? 'nenhuma venda nas últimas duas semanas'
      : `saem ${paceText(soldLately)} nas últimas duas semanas`;
  const left = keysAvailable === 1 ? 'Resta 1' : `Restam ${keysAvailable.toLocaleString('pt-BR')}`;
  const paused = pauseWithoutKeys === 1 ? 'A venda está pausada' : 'Quem comprar vai esperar';
  return {
    id: `keys_low:${id}`,
    tone: keysAvailable === 0 ? 'danger' : 'warning',
    title: lowTitle({ name, keysAvailable, daysLeft }),
    detail: `${keysAvailable === 0 ? paused : left} · ${pace}`,
    href: `${ACTIVATION_KEYS}?produto=${encodeURIComponent(id)}`,
    action: 'Adicionar chaves',
  };
}

function lowTitle({ name, keysAvailable, daysLeft }: Pick<KeyLevel, 'name' | 'keysAvailable' | 'daysLeft'>): string {
  if (keysAvailable === 0) return `As chaves de ${name} acabaram`;
  return daysLeft === null ? `Poucas chaves de ${name}` : `Chaves de ${name} ${endingText(daysLeft)}`;
}
