import { listFailingHooks } from '#db/queries/hooks/hooks.ts';
import { agoText } from '#src/wire/basics/dates.ts';
import { type AttentionRow, INTEGRATIONS } from '#src/wire/upkeep/attention.ts';
import type { Shop } from '../shop.ts';

export async function failingHookItems(shop: Shop, now: Date): Promise<AttentionRow[]> {
  return (await listFailingHooks(shop.db)).map(({ id, description, state, stateAt, failingSince, ...hook }) => {
    const waiting = Number(hook.waiting);
    const isDisabled = state === 'disabled';
    const deliveries = waiting === 1 ? '1 entrega espera' : `${waiting.toLocaleString('pt-BR')} entregas esperam`;
    return {
      id: `hook:${id}`,
      tone: isDisabled ? 'danger' : 'warning',
      title: isDisabled ? `O webhook ${description} se desligou` : `O webhook ${description} está falhando`,
      detail: isDisabled
        ? `Há ${agoText(stateAt, now)}, depois de só falhas`
        : `Há ${agoText(failingSince ?? stateAt, now)} · ${deliveries}`,
      href: `${INTEGRATIONS}?webhook=${encodeURIComponent(id)}`,
      action: 'Ver entregas',
    };
  });
}
