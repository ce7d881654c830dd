import type { LowKeysMail, StockNoticeMail } from '#src/domain/mail/content.ts';
import { forecastText } from '#src/wire/keys/key-forecast.ts';
import { greetingFor, letter, oneLine, type Shopfront, type Words } from '../mail-parts.ts';

export const STOCK_WORDS = { low_keys: lowKeysWords, stock_notice: stockNoticeWords };

function lowKeysWords(mail: LowKeysMail, { storeName }: Shopfront): Words {
  const { to, keysAvailable, daysLeft, isPaused, keysUrl } = mail;
  const product = oneLine(mail.productName);
  const left =
    keysAvailable === 0
      ? 'Acabaram as chaves'
      : keysAvailable === 1
        ? 'Resta 1 chave'
        : `Restam ${keysAvailable} chaves`;
  const forecast =
    daysLeft === null || keysAvailable === 0 ? '' : ` ${forecastText(daysLeft)}, no ritmo das duas últimas semanas.`;
  const next = isPaused
    ? 'Sem chaves a venda pausa sozinha, e volta quando você adicionar mais.'
    : 'Sem chaves a loja continua vendendo, e quem compra espera as próximas.';
  return letter({
    subject: `${left} de ${product}`,
    preview: next,
    text: `${greetingFor(to.name)}${forecast} ${next}`,
    blocks: [{ part: 'button', label: 'Adicionar chaves', url: keysUrl }],
    footer: `Enviado uma vez a quem administra a ${storeName}. O próximo vem quando as chaves subirem e caírem de novo.`,
  });
}

function stockNoticeWords({ to, productUrl, productName }: StockNoticeMail, { storeName }: Shopfront): Words {
  const product = oneLine(productName);
  return letter({
    subject: `${product} voltou`,
    preview: 'Você pediu para saber.',
    text: `${greetingFor(to.name)} Você pediu para saber quando ${product} voltasse. Já dá para comprar.`,
    blocks: [{ part: 'button', label: `Ver ${product}`, url: productUrl }],
    footer: `${storeName} já esqueceu este endereço: este é o único e-mail sobre isso.`,
  });
}
