import type { Logger } from 'pino';
import { isFileUrl } from '#db/client.ts';
import type { Settings } from '#src/config.ts';
import type { DrawnPasswords } from '#src/domain/access/administrators.ts';
import type { BegunInstallation } from '#src/domain/installation/begin-installation.ts';
import type { StrandedPurchases } from '#src/domain/payments/bank-accounts.ts';
import type { Shop } from '#src/domain/shop.ts';
import { INSTALLATION_PATH, LINK_HOURS, LINK_PARAMETER } from '#src/wire/installation/steps.ts';

/** The console alone gets them, once, and at once, since the store may still fail to open. */
export function printPasswords({ siteUrl, ADMIN_EMAIL }: Settings, drawn: DrawnPasswords): void {
  const lines: string[] = [];
  if (drawn.administrator) {
    lines.push(`Painel: ${siteUrl}/admin`, `  e-mail ${ADMIN_EMAIL}`, `  senha  ${drawn.administrator}`);
  }
  if (drawn.gate) lines.push(`Senha das portas de produtos e chaves: ${drawn.gate}`);
  if (lines.length > 0) print([...lines, 'Anote: as senhas não serão mostradas de novo.']);
}

export function warnOfLocalMail({ DATABASE_URL, SMTP_URL, MAIL_DIR }: Settings, log: Logger): void {
  if (SMTP_URL || isFileUrl(DATABASE_URL)) return;
  log.warn({}, 'mail is written to a folder of this machine');
  print([
    `Atenção: sem SMTP_URL as mensagens ficam em ${MAIL_DIR}, na máquina do processo que as escreveu,`,
    '  e só ali são apagadas quando alguém pede a exclusão dos seus dados.',
  ]);
}

export function warnOfStrandedPurchases({ siteUrl }: Settings, log: Logger, stranded: StrandedPurchases[]): void {
  for (const { account, provider, name, purchases } of stranded) {
    log.warn({ account, provider, purchases }, 'purchases are open at an account that the settings name no longer');
    const which = purchases === 1 ? '1 compra está aberta' : `${purchases} compras estão abertas`;
    print([
      `Atenção: ${which} em ${name ?? provider}, que as configurações não informam mais.`,
      '  Guarde as linhas daquela conta num arquivo e informe-o em FORMER_BANKS, ou resolva cada compra em',
      `  ${siteUrl}/admin/sales`,
    ]);
  }
}

export function printAddress({ settings: { storeName, siteUrl, isSandbox } }: Shop): void {
  print([`${storeName} está aberta em ${siteUrl}`]);
  if (isSandbox) print(['Banco de testes: nenhum pagamento é real.']);
}

export function printInstallation({ siteUrl, demoPlace }: Settings, { token }: BegunInstallation): void {
  const link = [
    `Abra este link no navegador, em até ${LINK_HOURS} horas, para criar a sua conta e abrir a loja:`,
    `  ${siteUrl}${INSTALLATION_PATH}?${LINK_PARAMETER}=${token}`,
    'Ele vale até a conta ser criada. Não o mostre a ninguém; um novo início da loja mostra outro.',
  ];
  const signIn = [`Entre em ${siteUrl}/login para continuar de onde parou.`];
  const demo = demoPlace === null ? [] : [`A demonstração fica como está em ${demoPlace}.`];
  print([`A loja está sendo preparada em ${siteUrl}`, ...(token === null ? signIn : link), ...demo]);
}

function print(lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
