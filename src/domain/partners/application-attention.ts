import { countWaitingApplications } from '#db/queries/partners/program.ts';
import { agoText } from '#src/wire/basics/dates.ts';
import { PROGRAM_SCREEN } from '#src/wire/partners/partners.ts';
import type { AttentionRow } from '#src/wire/upkeep/attention.ts';
import type { Shop } from '../shop.ts';

export async function waitingApplicationItems({ db }: Shop, now: Date): Promise<AttentionRow[]> {
  const { count, since } = await countWaitingApplications(db);
  if (since === null) return [];
  return [
    {
      id: 'partner_application',
      count,
      tone: 'warning',
      title:
        count === 1
          ? '1 pedido de parceria espera sua resposta'
          : `${count.toLocaleString('pt-BR')} pedidos de parceria esperam sua resposta`,
      detail: `${count === 1 ? 'Chegou' : 'O mais antigo chegou'} há ${agoText(since, now)}`,
      href: PROGRAM_SCREEN,
      action: 'Ver pedidos',
    },
  ];
}
