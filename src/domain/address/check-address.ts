import { ADDRESS_PARTS, type AuthorityName, type CheckAddress } from '#src/wire/address/address.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { CheckStep, Finding } from '#src/wire/upkeep/findings.ts';
import { hasChosenBank } from '../payments/live-banks.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import type { Shop } from '../shop.ts';
import { findWay } from './challenges.ts';
import { expectChoice, wantedDomain } from './chosen-address.ts';
import type { ChallengeKind, OrderOutcome, PortState } from './public-address.ts';

/** Looks at what an order needs, without one, and stores nothing. */
export async function checkAddress(
  shop: Shop,
  actor: { id: string },
  { domain }: CheckAddress,
): Promise<AsyncIterable<CheckStep>> {
  expectChoice(shop);
  await takeOrRefuse(shop, 'addressChecks', actor.id, { code: 'too_many_checks', sentence: TOO_MANY });
  return look(shop, domain);
}

async function* look(shop: Shop, domain: string): AsyncGenerator<CheckStep> {
  const { authority, listeners } = shop.address;
  yield { asking: ADDRESS_PARTS.dns };
  const ports = await listeners.open();
  try {
    const [way, found] = await Promise.all([findWay(shop, domain), lookUp(shop, domain)]);
    yield { found: dnsFinding(shop, domain, found, way) };
    yield { found: portsFinding(ports, way) };
    yield { found: reachFinding(shop, domain, way) };
    yield { asking: ADDRESS_PARTS.authority };
    yield { found: authorityFinding(authority, await authority.reach()) };
    const bank = await bankFinding(shop);
    if (bank) yield { found: bank };
  } finally {
    // They stay open for a domain that was saved.
    if ((await wantedDomain(shop)) === null) await listeners.close();
  }
}

/** An https address with the sandbox as its bank has to be somebody's choice, since nobody pays there. */
export async function bankFinding({ db, address, liveBanks, settings, installation }: Shop): Promise<Finding | null> {
  if (!settings.isSandbox) return null;
  if (!address.allowsSandbox && liveBanks.isGiven)
    return { name: ADDRESS_PARTS.bank, toCopy: null, state: 'wrong', sentence: GIVEN_SANDBOX };
  const isChosen = address.allowsSandbox || installation.isUnderWay || (await hasChosenBank({ db }));
  if (!isChosen) return { name: ADDRESS_PARTS.bank, toCopy: null, state: 'wrong', sentence: UNCHOSEN_SANDBOX };
  return installation.isUnderWay
    ? null
    : { name: ADDRESS_PARTS.bank, toCopy: null, state: 'warning', sentence: SANDBOX };
}

/** Says what is missing where the domain does not lead to this shop. */
export async function explainNoWay(shop: Shop, domain: string): Promise<string> {
  const [found, ports] = await Promise.all([lookUp(shop, domain), shop.address.listeners.open()]);
  const finding = [dnsFinding(shop, domain, found, null), portsFinding(ports, null)].find(
    ({ state }) => state === 'wrong',
  );
  return (finding ?? reachFinding(shop, domain, null)).sentence;
}

export function refusalText(
  { name }: AuthorityName,
  domain: string,
  { reason, detail }: OrderOutcome & { state: 'refused' },
): string {
  switch (reason) {
    case 'unreachable':
      return `Este servidor não alcançou ${name} (${detail}). Veja se ele tem saída para a internet.`;
    case 'limited':
      return `${name} pediu para esperar, por já ter recebido pedidos demais para ${domain}.`;
    case 'challenge':
      return `${name} não encontrou esta loja em ${domain}. Ela respondeu: ${detail}`;
    case 'binding':
      return `${name} só atende contas que ela mesma abriu. Informe no servidor ACME_EAB_KEY_ID e ACME_EAB_KEY, que ela mostra na sua conta.`;
    case 'account':
    case 'other':
      return `${name} recusou o pedido. Ela respondeu: ${detail}`;
  }
}

type Found = { addresses: string[] } | { code: string };

async function lookUp({ address }: Shop, domain: string): Promise<Found> {
  try {
    return { addresses: await address.network.lookUp(domain) };
  } catch (error) {
    return { code: errorCode(error, 'sem resposta') };
  }
}

function dnsFinding({ address }: Shop, domain: string, found: Found, way: ChallengeKind | null): Finding {
  const ours = address.network.ownAddresses();
  const here = ours.length > 0 ? listText(ours) : 'desconhecido';
  if ('code' in found) {
    return {
      name: ADDRESS_PARTS.dns,
      toCopy: null,
      state: 'wrong',
      sentence: `O DNS não respondeu por ${domain} (${found.code}). Tente de novo.`,
    };
  }
  const { addresses } = found;
  if (addresses.length === 0) {
    const sentence = `O domínio ${domain} ainda não aponta para nenhum servidor; este é ${here}. No painel de quem registrou o domínio, crie um registro A com o endereço do servidor.`;
    return { name: ADDRESS_PARTS.dns, toCopy: null, state: 'wrong', sentence };
  }
  const elsewhere = addresses.filter((one) => !ours.includes(one));
  const points = `O domínio ${domain} aponta para ${listText(addresses)}`;
  if (elsewhere.length === 0)
    return { name: ADDRESS_PARTS.dns, toCopy: null, state: 'right', sentence: `${points}, que é este servidor.` };
  if (way !== null) {
    const sentence = `${points}; este servidor é ${here}. O caminho chega até a loja assim mesmo, como atrás de um roteador.`;
    return { name: ADDRESS_PARTS.dns, toCopy: null, state: 'right', sentence };
  }
  const sentence = `${points}; este servidor é ${here}. No painel de quem registrou o domínio, corrija o registro ${elsewhere.some((one) => !one.includes(':')) ? 'A' : 'AAAA'}. A mudança pode levar algumas horas para valer.`;
  return { name: ADDRESS_PARTS.dns, toCopy: null, state: 'wrong', sentence };
}

function portsFinding(ports: PortState[], way: ChallengeKind | null): Finding {
  const closed = ports.filter(({ code }) => code !== null);
  if (closed.length === 0) {
    return {
      name: ADDRESS_PARTS.ports,
      toCopy: null,
      state: 'right',
      sentence: `A loja atende nas portas ${listText(ports.map(({ port }) => String(port)))}.`,
    };
  }
  const isServed = closed.every(({ name }) => name === 'http') && way === 'alpn';
  const sentence = closed.map(portText).join(' ');
  return { name: ADDRESS_PARTS.ports, toCopy: null, state: isServed ? 'warning' : 'wrong', sentence };
}

function portText({ port, code }: PortState): string {
  switch (code) {
    case 'EACCES':
      return `O sistema não deixa a loja usar a porta ${port}. No serviço do systemd, ponha AmbientCapabilities=CAP_NET_BIND_SERVICE, como em deploy/corte-final.service, e reinicie a loja.`;
    case 'EADDRINUSE':
      return `Outro programa deste servidor já usa a porta ${port}. Encerre-o, ou, se ele é o proxy da loja, deixe o certificado com ele e defina TRUST_PROXY e SITE_URL.`;
    default:
      return `A porta ${port} não pôde ser aberta (${code}). Veja LISTEN_TLS e HOST nas configurações do servidor.`;
  }
}

function reachFinding({ address }: Shop, domain: string, way: ChallengeKind | null): Finding {
  const seen = { name: ADDRESS_PARTS.reach, toCopy: null };
  if (way === 'http') return { ...seen, state: 'right', sentence: `Um pedido a http://${domain} chegou a esta loja.` };
  if (way === 'alpn') {
    const sentence = `A porta 80 não responde por ${domain}, mas a 443 chega a esta loja: o certificado vem por ela. Abra também a 80, para quem digita o endereço sem https.`;
    return { ...seen, state: 'warning', sentence };
  }
  const { http, https } = address.listeners.ports;
  const sentence = `Um pedido a http://${domain} não chegou a esta loja. Abra as portas 80 e 443 no firewall e no roteador, até as portas ${http} e ${https} deste servidor.`;
  return { ...seen, state: 'wrong', sentence };
}

function authorityFinding({ name }: AuthorityName, code: string | null): Finding {
  if (code === null)
    return {
      name: ADDRESS_PARTS.authority,
      toCopy: null,
      state: 'right',
      sentence: `${name} responde a este servidor.`,
    };
  const sentence = `Este servidor não alcançou ${name} (${code}). Veja se ele tem saída para a internet.`;
  return { name: ADDRESS_PARTS.authority, toCopy: null, state: 'wrong', sentence };
}

function listText(words: string[]): string {
  return new Intl.ListFormat('pt-BR').format(words);
}

const GIVEN_SANDBOX =
  'O servidor define o banco de testes (PAYMENT_PROVIDER=sandbox), e num endereço https a loja não abriria com ele. Defina lá o seu banco, ou ALLOW_SANDBOX=true.';
const UNCHOSEN_SANDBOX =
  'Num endereço https o banco precisa ser uma escolha sua. Antes, escolha em Configurações, Banco, o que recebe; o de testes também pode ser escolhido lá.';
const SANDBOX = 'O banco é o de testes: quem compra neste endereço não paga de verdade, e uma faixa na loja diz isso.';
const TOO_MANY = 'Você já conferiu várias vezes. Aguarde alguns minutos e tente de novo.';
