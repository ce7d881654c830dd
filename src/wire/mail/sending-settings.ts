import * as z from 'zod/mini';
import { isMailbox, line } from '../basics/text.ts';
import { wholeNumber } from '../basics/whole-number.ts';

const MAIL_FROM = 'Informe um endereço de e-mail, como loja@exemplo.com.br ou Minha Loja <loja@exemplo.com.br>.';
export const MOST_MAIL = 1_000_000;

export const SENDING_SETTINGS = {
  mailFrom: {
    group: 'sender',
    label: 'Endereço de envio',
    hint: 'Precisa ser um endereço que o seu servidor de e-mail aceita. Sem um nome antes dele, vai o nome da loja.',
    env: 'MAIL_FROM',
    byDefault: 'loja@localhost',
    input: 'line',
    schema: line(1, 200, MAIL_FROM).check(z.refine(isMailbox, MAIL_FROM)),
  },
  mailPerMinute: {
    group: 'sender',
    label: 'Avisos por minuto',
    hint: 'Avisos de versão, lembretes de Pix e e-mails a muitos esperam por ele. Recibos e chaves saem na hora.',
    env: 'MAIL_PER_MINUTE',
    byDefault: 30,
    input: 'number',
    schema: wholeNumber(1, 600, 'Informe de 1 a 600 avisos por minuto.'),
  },
  mailPerHour: {
    group: 'sender',
    label: 'Limite da conta por hora',
    hint: 'Quantos e-mails o seu servidor aceita em 60 minutos. 0: sem limite.',
    env: 'MAIL_PER_HOUR',
    byDefault: 0,
    input: 'number',
    schema: mailLimit('Informe até 1.000.000 de e-mails por hora, ou 0.'),
  },
  mailPerDay: {
    group: 'sender',
    label: 'Limite da conta por dia',
    hint: 'Quantos ele aceita em 24 horas. De cada limite, a última parte fica para recibos e chaves. 0: sem limite.',
    env: 'MAIL_PER_DAY',
    byDefault: 0,
    input: 'number',
    schema: mailLimit('Informe até 1.000.000 de e-mails por dia, ou 0.'),
  },
} as const;

/** An empty field is no limit, as 0 is. */

// @__NO_SIDE_EFFECTS__
function mailLimit(refusal: string) {
  return z.pipe(
    z.pipe(
      z.union([z.string(), z.number()], refusal),
      z.transform((typed) => (String(typed).trim() === '' ? 0 : typed)),
    ),
    wholeNumber(0, MOST_MAIL, refusal),
  );
}
