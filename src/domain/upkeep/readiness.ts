import { listTeamOf } from '#db/queries/access/users.ts';
import { findLastEntry } from '#db/queries/audit/audit.ts';
import {
  type FirstProduct,
  findFirstProduct,
  findLastPaidSinceOpening,
  findLastSaleBy,
  findLastWebhook,
} from '#db/queries/upkeep/readiness.ts';
import { OWN_ACCOUNT_ADDRESS } from '#src/wire/access/factors.ts';
import { ROLE_NAMES } from '#src/wire/access/roles.ts';
import { agoText, formatDay, formatDayTime } from '#src/wire/basics/dates.ts';
import { MINIMUM_CHARGE } from '#src/wire/basics/money.ts';
import { productPath } from '#src/wire/products/product-urls.ts';
import type { ReadinessItem } from '#src/wire/upkeep/readiness.ts';
import { type SettingSection, settingsAddress } from '#src/wire/upkeep/setting-sections.ts';
import { findFactorsOfTeam } from '../access/factors/factor-kinds.ts';
import { type CertificateHealth, readCertificateHealth } from '../address/certificates.ts';
import { readKeyLevels } from '../keys/key-levels.ts';
import { MAIL_TEST_SENT } from '../mail/mail-tests.ts';
import { findTestPaidAt } from '../payments/choosing/describe-bank.ts';
import { BANK_UNREADABLE } from '../payments/live-banks.ts';
import type { Shop } from '../shop.ts';
import { BACKUP_DAYS, failureText, isFresh, readBackups } from './backups.ts';

type Verdict = Omit<ReadinessItem, 'id'>;

/** Judges what a shop needs before strangers pay. Nothing is told as done that never was. */
export async function showReadiness(shop: Shop): Promise<ReadinessItem[]> {
  const first = await findFirstProduct(shop.db);
  const [product, purchase, bank, mail, address, backup, factor] = await Promise.all([
    judgeProduct(shop, first),
    judgePurchase(shop, first.best),
    judgeBank(shop),
    judgeMail(shop),
    judgeAddress(shop),
    judgeBackup(shop),
    judgeFactor(shop),
  ]);
  return [
    { id: 'seller', ...judgeSeller(shop) },
    { id: 'product', ...product },
    { id: 'purchase', ...purchase },
    { id: 'bank', ...bank },
    { id: 'mail', ...mail },
    { id: 'address', ...address },
    { id: 'backup', ...backup },
    { id: 'factor', ...factor },
  ];
}

/** Decree 7.962 asks for these before the purchase. */
function judgeSeller({ settings: { seller } }: Shop): Verdict {
  const missing = Object.entries(SELLER_FACTS).flatMap(([fact, name]) =>
    seller[fact as keyof typeof SELLER_FACTS].trim() === '' ? [name] : [],
  );
  if (missing.length === 0) return done('Completos (Decreto 7.962)');
  const names = new Intl.ListFormat('pt-BR').format(missing);
  return todo(`O Decreto 7.962 pede: ${names}.`, toSettings('store', 'Completar os dados'));
}

const SELLER_FACTS = {
  name: 'nome ou razão social',
  document: 'CPF ou CNPJ',
  address: 'endereço',
  email: 'e-mail de contato',
} as const;

async function judgeProduct(
  shop: Shop,
  { best, onSale, withVersion }: Awaited<ReturnType<typeof findFirstProduct>>,
): Promise<Verdict> {
  if (!best) {
    const link = { href: '/admin/products?novo=1', text: 'Adicionar produto' };
    return todo('Nenhum produto está à venda. Adicione o primeiro.', link);
  }
  const open = { href: `/admin/products?abrir=${encodeURIComponent(best.id)}`, text: `Abrir ${best.name}` };
  if (best.currentVersion === null) {
    const detail = `${best.name} espera uma versão: envie o instalador e publique.`;
    return best.status === 'active' ? warn(detail, open) : todo(detail, open);
  }
  if (best.status !== 'active') return todo(`${best.name} ${best.currentVersion} espera ser ativado na loja.`, open);
  const [empty, ...others] = (await readKeyLevels(shop)).filter(({ keysAvailable }) => keysAvailable === 0);
  if (empty) {
    const more = others.length > 0 ? ` e mais ${others.length.toLocaleString('pt-BR')}` : '';
    const href = `/admin/activation-keys?produto=${encodeURIComponent(empty.id)}`;
    return todo(`${empty.name}${more} sem chaves em estoque.`, { href, text: 'Adicionar chaves' });
  }
  const more = withVersion > 1 ? ` e mais ${(withVersion - 1).toLocaleString('pt-BR')}` : '';
  const without = onSale - withVersion;
  const rest = without > 0 ? ` · ${without.toLocaleString('pt-BR')} sem versão` : '';
  return done(`${best.name} ${best.currentVersion}${more}${rest}`);
}

async function judgePurchase({ db, settings }: Shop, best: FirstProduct | undefined): Promise<Verdict> {
  const paidAt = await findLastPaidSinceOpening(db);
  if (paidAt) return done(`A mais recente foi paga em ${formatDay(paidAt)}`);
  if (best?.status !== 'active') return todo('Depois do primeiro produto: compre-o como quem visita a loja.', null);
  const pay = settings.isSandbox ? 'pague com Simular pagamento' : 'pague com o seu celular';
  const link = { href: productPath(best.slug ?? best.id), text: `Comprar ${best.name}` };
  return todo(`Compre ${best.name} como quem visita a loja e ${pay}.`, link);
}

async function judgeBank({ db, settings, clock, pix, liveBanks }: Shop): Promise<Verdict> {
  const { isSandbox, provider, bankName } = settings;
  if (pix.isUnreadable) return todo(BANK_UNREADABLE, toSettings('bank', 'Digitar de novo'));
  if (isSandbox) {
    const detail = `A loja usa o banco de teste: ninguém paga de verdade.${liveBanks.isGiven ? ' O seu é escolhido em PAYMENT_PROVIDER.' : ''}`;
    return todo(detail, toSettings('bank', liveBanks.isGiven ? 'Ver como trocar' : 'Escolher o banco'));
  }
  const [charge, saleAt, noticeAt] = await Promise.all([
    findTestPaidAt({ db, liveBanks }),
    findLastSaleBy(db, provider),
    findLastWebhook(db, provider),
  ]);
  if (!charge && !saleAt) {
    const detail = `Nada foi pago em ${bankName} ainda. Crie a cobrança de ${MINIMUM_CHARGE} e pague com o seu celular.`;
    return todo(detail, toSettings('bank', 'Criar a cobrança'));
  }
  if (!noticeAt) {
    const detail = `Nenhum aviso de ${bankName} chegou. A loja confere os pagamentos sozinha, só que mais devagar.`;
    return warn(detail, toSettings('bank', 'Ver o endereço dos avisos'));
  }
  return done(`${bankName} · último aviso há ${agoText(noticeAt, clock.now())}`);
}

async function judgeMail({ db, settings }: Shop): Promise<Verdict> {
  if (!settings.isMailSent) {
    const detail = 'Os e-mails ficam em uma pasta do servidor e ninguém os recebe.';
    return todo(detail, toSettings('mail', 'Definir a conta de e-mail'));
  }
  const test = await findLastEntry(db, 'settings', MAIL_TEST_SENT);
  if (!test) return todo('Nenhum e-mail de teste saiu ainda.', toSettings('mail', 'Enviar um teste'));
  return done(`O teste saiu em ${formatDayTime(test.at)}`);
}

async function judgeAddress(shop: Shop): Promise<Verdict> {
  const { siteUrl, isHttps } = shop.settings;
  const { hostname, host } = new URL(siteUrl);
  const health = await readCertificateHealth(shop);
  if (health) return judgeCertificate(health);
  const isChosen = shop.address.source === 'screen';
  const link = isChosen ? toSettings('address', 'Definir o endereço') : null;
  if (isPrivate(hostname)) {
    const how = isChosen
      ? 'Ponha um domínio nela.'
      : 'No servidor, ponha um domínio com https na frente dela e defina SITE_URL.';
    return todo(`A loja responde em ${siteUrl}, que só esta rede abre. ${how}`, link);
  }
  if (!isHttps) {
    const how = isChosen ? 'Ponha um domínio nela.' : 'No servidor, ponha um certificado e https:// em SITE_URL.';
    return todo(`${host} responde sem https, e navegadores avisam quem compra. ${how}`, link);
  }
  return done(host);
}

function judgeCertificate({ domain, isInUse, certificate, problem }: CertificateHealth): Verdict {
  const look = toSettings('address', 'Ver o endereço');
  if (!certificate) return todo(`O certificado de ${domain} ainda não veio. ${problem ?? 'A loja já o pediu.'}`, look);
  if (certificate.isEnding) {
    const end = formatDayTime(certificate.endsAt);
    return warn(`O certificado de ${domain} acaba em ${end}. ${problem ?? 'A loja ainda não o renovou.'}`, look);
  }
  if (!isInUse) return todo(`A loja ainda não atende em ${domain}.`, look);
  return done(`${domain}, com certificado até ${formatDay(certificate.endsAt)}`);
}

function isPrivate(hostname: string): boolean {
  return (
    !hostname.includes('.') ||
    hostname.startsWith('[') ||
    /\.(?:local|localhost|internal|lan|home)$/.test(hostname) ||
    /^(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(hostname)
  );
}

async function judgeBackup(shop: Shop): Promise<Verdict> {
  const now = shop.clock.now();
  const { madeAt, verifiedOf, failure, isNightMissing, isOnlyHere, isOutside } = await readBackups(shop);
  const look = toSettings('backup', 'Ver os backups');
  if (failure) return warn(`O de ${failureText(failure)}. ${failure.reason}`, look);
  if (!madeAt) return todo(NONE_YET, toSettings('backup', 'Cuidar do backup'));
  if (!isFresh(madeAt, now) || isNightMissing) {
    const ago = agoText(madeAt, now);
    return warn(`O último é de há ${ago}. Faça um ao menos a cada ${BACKUP_DAYS} dias.`, look);
  }
  if (isOutside) return done(`Você disse que um foi feito fora da loja há ${agoText(madeAt, now)}`);
  if (!isFresh(verifiedOf, now)) {
    const made = formatDayTime(madeAt);
    return warn(`Feito em ${made} e não verificado. Faça um na tela, ou rode npm run backup:verify no servidor.`, look);
  }
  if (isOnlyHere) {
    const detail = `De há ${agoText(madeAt, now)}, verificado, mas só no disco da loja: com ele vão os dois. Guarde-o também num balde, ou baixe-o.`;
    return warn(detail, toSettings('backup', 'Escolher outro lugar'));
  }
  return done(`De há ${agoText(madeAt, now)}, verificado`);
}

/** Of those who can act: whoever has none opens all by a password alone. */
async function judgeFactor(shop: Shop): Promise<Verdict> {
  const [team, factors] = await Promise.all([listTeamOf(shop.db, ROLE_NAMES), findFactorsOfTeam(shop)]);
  const missing = team.filter(({ id }) => !factors.has(id)).length;
  if (missing === 0) return done(team.length === 1 ? 'Ligado na sua conta' : 'Ligado em todas as contas');
  const link = { href: OWN_ACCOUNT_ADDRESS, text: 'Ligar na minha conta' };
  if (team.length === 1) return warn('Só a senha abre o painel. Crie uma passkey: entrar fica em um toque.', link);
  const whose = missing === 1 ? 'Uma conta abre' : `${missing} contas abrem`;
  return warn(`${whose} o painel só com a senha.`, link);
}

const NONE_YET = 'Nenhum ainda. A loja faz um toda noite, a partir do segundo dia; o primeiro pode ser agora.';

function done(detail: string): Verdict {
  return { state: 'ok', detail, link: null };
}

function todo(detail: string, link: Verdict['link']): Verdict {
  return { state: 'todo', detail, link };
}

function warn(detail: string, link: Verdict['link']): Verdict {
  return { state: 'warn', detail, link };
}

function toSettings(section: SettingSection, text: string): Verdict['link'] {
  return { href: settingsAddress(section), text };
}
