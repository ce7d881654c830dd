import { findLastEntry } from '#db/queries/audit.ts';
import { findLastMailSent, findLastSaleBy, findLastWebhook, findProductToSell } from '#db/queries/readiness.ts';
import { MINIMUM_CHARGE_CENTS } from '#src/wire/checkout.ts';
import { formatDay, formatDayTime } from '#src/wire/dates.ts';
import { formatCents } from '#src/wire/money.ts';
import type { ReadinessItem } from '#src/wire/readiness.ts';
import { settingsAddress } from '#src/wire/settings.ts';
import { agoText, isDiskFull } from './attention.ts';
import { BACKUP_DAYS, isFresh, readBackups } from './backups.ts';
import { readKeyLevels } from './key-levels.ts';
import { TEST_CHARGE_PAID } from './payments/bank-checks.ts';
import type { Shop } from './shop.ts';

type Verdict = Pick<ReadinessItem, 'state' | 'detail' | 'href'>;

/** What a shop needs before strangers pay, in the order in which an owner does it. */
export async function showReadiness(shop: Shop): Promise<ReadinessItem[]> {
  const [bank, charge, mail, product, keys, backup, disk] = await Promise.all([
    judgeBank(shop),
    judgeCharge(shop),
    judgeMail(shop),
    judgeProduct(shop),
    judgeKeys(shop),
    judgeBackup(shop),
    judgeDisk(shop),
  ]);
  return [
    { id: 'address', title: 'Endereço público com https', ...judgeAddress(shop) },
    { id: 'bank', title: 'Banco conferido', ...bank },
    { id: 'charge', title: 'Cobrança de teste paga', ...charge },
    { id: 'mail', title: 'E-mail chegando', ...mail },
    { id: 'seller', title: 'Dados de quem vende', ...judgeSeller(shop) },
    { id: 'product', title: 'Produto com versão publicada', ...product },
    { id: 'keys', title: 'Chaves em estoque', ...keys },
    { id: 'backup', title: 'Backup recente', ...backup },
    { id: 'disk', title: 'Espaço em disco', ...disk },
  ];
}

function judgeAddress({ settings }: Shop): Verdict {
  const { hostname, host } = new URL(settings.siteUrl);
  const href = settingsAddress('health');
  if (isPrivate(hostname)) {
    const detail = `A loja responde em ${settings.siteUrl}, que só esta rede abre. Ponha um domínio com https na frente dela e SITE_URL no servidor.`;
    return { state: 'todo', detail, href };
  }
  if (!settings.isHttps) {
    const detail = `${host} responde sem https, e navegadores avisam quem compra. Ponha um certificado e https:// em SITE_URL.`;
    return { state: 'todo', detail, href };
  }
  return { state: 'ok', detail: host, href };
}

function isPrivate(hostname: string): boolean {
  return (
    !hostname.includes('.') ||
    hostname.startsWith('[') ||
    /\.(?:local|localhost|internal|lan|home)$/.test(hostname) ||
    /^(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(hostname)
  );
}

async function judgeBank({ db, settings, clock }: Shop): Promise<Verdict> {
  const href = settingsAddress('bank');
  if (settings.isSandbox) {
    const detail =
      'A loja usa o banco de teste: ninguém paga de verdade. Escolha o seu banco em PAYMENT_PROVIDER, no servidor.';
    return { state: 'todo', detail, href };
  }
  const lastAt = await findLastWebhook(db, settings.provider);
  if (!lastAt) {
    const detail = `Nenhum aviso de ${settings.bankName} chegou. A loja confere os pagamentos sozinha, só que mais devagar: cadastre o endereço dos avisos.`;
    return { state: 'warn', detail, href };
  }
  return { state: 'ok', detail: `${settings.bankName} · último aviso há ${agoText(lastAt, clock.now())}`, href };
}

async function judgeCharge({ db, settings }: Shop): Promise<Verdict> {
  const href = settingsAddress('bank');
  if (settings.isSandbox) {
    return { state: 'todo', detail: 'O banco de teste não prova nada. Primeiro configure o seu banco.', href };
  }
  const [paid, saleAt] = await Promise.all([
    findLastEntry(db, 'bank', TEST_CHARGE_PAID),
    findLastSaleBy(db, settings.provider),
  ]);
  const amount = formatCents(MINIMUM_CHARGE_CENTS);
  if (paid) return { state: 'ok', detail: `${amount} em ${formatDay(paid.at)}`, href };
  if (saleAt) return { state: 'ok', detail: `Uma venda foi paga em ${formatDay(saleAt)}`, href };
  return { state: 'todo', detail: `Crie a cobrança de ${amount} e pague com o seu celular.`, href };
}

async function judgeMail({ db, settings }: Shop): Promise<Verdict> {
  const href = settingsAddress('mail');
  if (!settings.isMailSent) {
    const detail = 'Os e-mails ficam em uma pasta do servidor e ninguém os recebe. Defina SMTP_URL no servidor.';
    return { state: 'todo', detail, href };
  }
  const sentAt = await findLastMailSent(db);
  if (!sentAt) return { state: 'warn', detail: 'Nenhum e-mail saiu ainda. Envie um e-mail de teste.', href };
  return { state: 'ok', detail: `Último envio em ${formatDayTime(sentAt)}`, href };
}

/** Decree 7.962 asks for these before the purchase. */
function judgeSeller({ settings: { seller } }: Shop): Verdict {
  const href = settingsAddress('store');
  const missing = Object.entries(SELLER_FACTS).flatMap(([fact, name]) =>
    seller[fact as keyof typeof SELLER_FACTS].trim() === '' ? [name] : [],
  );
  if (missing.length === 0) return { state: 'ok', detail: 'Completos (Decreto 7.962)', href };
  const names = new Intl.ListFormat('pt-BR').format(missing);
  return { state: 'todo', detail: `O Decreto 7.962 pede também: ${names}.`, href };
}

const SELLER_FACTS = {
  name: 'nome ou razão social',
  document: 'CPF ou CNPJ',
  address: 'endereço',
  email: 'e-mail de contato',
} as const;

async function judgeProduct({ db }: Shop): Promise<Verdict> {
  const { best, total, withVersion } = await findProductToSell(db);
  const href = '/admin/products';
  if (!best)
    return { state: 'todo', detail: 'Nenhum produto está à venda. Adicione o primeiro.', href: `${href}?novo=1` };
  if (best.currentVersion === null) {
    const detail = `${best.name} está à venda por um endereço de download. Envie o arquivo e publique uma versão.`;
    return { state: 'warn', detail, href };
  }
  const others = withVersion - 1;
  const more = others > 0 ? ` e mais ${others.toLocaleString('pt-BR')}` : '';
  const without = total - withVersion;
  const rest = without > 0 ? ` · ${without.toLocaleString('pt-BR')} sem versão` : '';
  return { state: 'ok', detail: `${best.name} ${best.currentVersion}${more}${rest}`, href };
}

async function judgeKeys(shop: Shop): Promise<Verdict> {
  const levels = await readKeyLevels(shop);
  const href = '/admin/activation-keys';
  const empty = levels.filter(({ keysAvailable }) => keysAvailable === 0);
  const low = levels.filter(({ keysAvailable, isLow }) => isLow && keysAvailable > 0);
  const [first] = [...empty, ...low];
  if (!first) {
    const detail = levels.length === 0 ? 'Nenhum produto à venda depende do estoque' : 'Todos os produtos têm chaves';
    return { state: 'ok', detail, href };
  }
  const more = (count: number) => (count > 1 ? ` e mais ${count - 1}` : '');
  const to = `${href}?produto=${encodeURIComponent(first.id)}`;
  if (empty.length > 0) {
    return { state: 'todo', detail: `${first.name}${more(empty.length)} sem chaves. Adicione chaves.`, href: to };
  }
  return { state: 'warn', detail: `${first.name}${more(low.length)} com poucas chaves. Adicione mais.`, href: to };
}

async function judgeBackup(shop: Shop): Promise<Verdict> {
  const now = shop.clock.now();
  const { madeAt, verifiedOf } = await readBackups(shop);
  const href = settingsAddress('health');
  if (!madeAt) return { state: 'todo', detail: 'Nenhum ainda. No servidor, rode npm run backup.', href };
  if (!isFresh(madeAt, now)) {
    const detail = `O último é de há ${agoText(madeAt, now)}. Faça um ao menos a cada ${BACKUP_DAYS} dias: npm run backup.`;
    return { state: 'warn', detail, href };
  }
  if (!isFresh(verifiedOf, now)) {
    const detail = `Feito em ${formatDayTime(madeAt)} e não verificado. No servidor, rode npm run backup:verify com a pasta dele.`;
    return { state: 'warn', detail, href };
  }
  return { state: 'ok', detail: `De há ${agoText(madeAt, now)}, verificado`, href };
}

async function judgeDisk({ disk }: Shop): Promise<Verdict> {
  const href = settingsAddress('health');
  const space = await disk.readSpace();
  if (!space) return { state: 'ok', detail: 'A loja não guarda nada nesta máquina', href };
  const free = `${(space.freeBytes / GIGABYTE).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} GB livres`;
  if (!isDiskFull(space)) return { state: 'ok', detail: free, href };
  return { state: 'warn', detail: `${free}, menos de 10 %. Apague backups antigos deste disco, ou aumente-o.`, href };
}

const GIGABYTE = 1024 ** 3;
