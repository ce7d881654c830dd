import type { TestMail } from '#src/domain/mail/content.ts';
import { greetingFor, letter, type Shopfront, type Words } from '../mail-parts.ts';

export function mailTestWords({ to, settingsUrl }: TestMail, { storeName }: Shopfront): Words {
  return letter({
    subject: `Teste de e-mail da ${storeName}`,
    preview: 'Se você está lendo isto, os e-mails da loja chegam.',
    title: 'Os e-mails da loja chegam',
    text: [
      `${greetingFor(to.name)} Você pediu este teste na tela de configurações. Recibos e chaves saem do mesmo jeito, com este nome, este logo e esta cor.`,
      'Caiu no spam? Marque como confiável e confira com quem cuida do seu domínio os registros SPF, DKIM e DMARC.',
    ],
    blocks: [{ part: 'button', label: 'Voltar às configurações', url: settingsUrl }],
    footer: 'Só você recebeu este e-mail.',
  });
}
