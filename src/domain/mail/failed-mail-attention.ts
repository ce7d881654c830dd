import { countFailedMail } from '#db/queries/mail/failed-mail.ts';
import type { AttentionRow } from '#src/wire/upkeep/attention.ts';
import type { Shop } from '../shop.ts';

export async function failedMailItems(shop: Shop): Promise<AttentionRow[]> {
  const total = await countFailedMail(shop.db);
  if (total === 0) return [];
  return [
    {
      id: 'mail',
      tone: 'warning',
      title: total === 1 ? '1 e-mail não saiu' : `${total.toLocaleString('pt-BR')} e-mails não saíram`,
      detail: 'A loja tentou por 5 dias e parou. Confira o servidor de e-mail e envie de novo.',
      href: '/admin?abrir=emails',
      action: 'Ver e-mails',
    },
  ];
}
