import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { writeDynamicCode } from '#src/wire/payments/br-code.ts';
import { closeServer, listenAnywhere, readBody } from './http.ts';

/** `lost`, `held` and `broken` happen after the bank has processed the call. */
export type PixFault =
  | { kind: 'status'; status: number; retryAfter?: string }
  | { kind: 'lost' }
  | { kind: 'held' }
  | { kind: 'broken'; status: number }
  | { kind: 'slow'; ms: number }
  | { kind: 'garbage' }
  | { kind: 'half' };

type Refund = {
  id: string;
  rtrId: string;
  valor: string;
  natureza: string;
  horario: { solicitacao: string };
  status: string;
};
type Pix = { endToEndId: string; txid: string; valor: string; chave: string; horario: string; devolucoes?: Refund[] };
type Cob = {
  calendario: { criacao: string; expiracao: number };
  txid: string;
  revisao: number;
  loc: { id: number; location: string; tipoCob: 'cob'; criacao: string; txid: string };
  location: string;
  status: string;
  valor: { original: string };
  chave: string;
  solicitacaoPagador?: string;
  pixCopiaECola?: string;
  pix?: Pix[];
};

export type FakeApiPix = {
  url: string;
  tokenUrl: string;
  calls: string[];
  charges: Map<string, Cob>;
  webhookUrl(): string | null;
  fail(faults: PixFault[], match?: RegExp): void;
  repair(): void;
  /** The full price by default; returns the endToEndId. */
  pay(txid: string, amount?: string): string;
  removeByBank(txid: string): void;
  /** Moves a refund on, or adds one by the bank (MED). */
  refund(txid: string, change: { id?: string | undefined; status: string; natureza?: string; valor?: string }): void;
  holdRefunds(): void;
  forgetTokens(): void;
  /** Leaves out `pixCopiaECola`, as some banks do. */
  hideCodes(): void;
  /** Leaves payments out of charges; only the payment list has them. */
  hidePayments(): void;
  /** Changes every later response. */
  bend(how: (body: unknown) => unknown): void;
  showAtMost(payments: number): void;
  /** Posts one webhook for all these charges; returns the status of the response. */
  notify(webhookUrl: string, txids: string[]): Promise<number>;
  close(): Promise<void>;
};

export async function startFakeApiPix({
  pixKey,
  clientId = 'loja',
  clientSecret = 'segredo',
  tls,
}: Account): Promise<FakeApiPix> {
  const charges = new Map<string, Cob>();
  const tokens = new Set<string>();
  const calls: string[] = [];
  const faults: { fault: PixFault; match: RegExp }[] = [];
  let webhook: { webhookUrl: string; criacao: string } | null = null;
  let hasCodes = true;
  let areRefundsHeld = false;
  let arePaymentsHidden = false;
  let bent = (body: unknown) => body;
  let longestPage = 1_000;

  const answer = (request: IncomingMessage, body: unknown): BankResponse => {
    const { method = '', pathname, query } = partsOf(request);
    const [, root = '', id = '', sub, subId = ''] = pathname.split('/').map(decodeURIComponent);
    if (root === 'cob' && method === 'PUT') return putCob(id, body);
    if (root === 'cob' && method === 'PATCH') return patchCob(id);
    if (root === 'cob' && method === 'GET') return found(charges.get(id), 'CobNaoEncontrado', shown);
    if (root === 'pix' && !id) return { status: 200, body: listOf(query) };
    if (root === 'pix' && sub === 'devolucao') return refundCall(method, id, subId, body);
    if (root === 'webhook') return webhookCall(method, body);
    return problem(404, 'NaoEncontrado');
  };

  const putCob = (txid: string, body: unknown): BankResponse => {
    const asked = body as Pick<Cob, 'valor' | 'chave' | 'calendario' | 'solicitacaoPagador'>;
    const known = charges.get(txid);
    if (known && known.status !== 'ATIVA') return problem(400, 'CobOperacaoInvalida');
    if (asked.chave !== pixKey) return problem(403, 'AcessoNegado');
    const cob = known ? { ...known, revisao: known.revisao + 1 } : newCob(txid, asked);
    charges.set(txid, cob);
    return { status: 201, body: shown(cob) };
  };

  const patchCob = (txid: string): BankResponse => {
    const cob = charges.get(txid);
    if (cob?.status === 'ATIVA') cob.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
    else if (cob) return problem(400, 'CobOperacaoInvalida');
    return found(cob, 'CobNaoEncontrado', shown);
  };

  const shown = (cob: Cob) => {
    const { pixCopiaECola, pix, ...rest } = cob;
    return { ...rest, ...(hasCodes && { pixCopiaECola }), ...(pix && !arePaymentsHidden && { pix }) };
  };

  const paid = () => [...charges.values()].flatMap((cob) => cob.pix ?? []);

  const refundCall = (method: string, endToEndId: string, id: string, body: unknown): BankResponse => {
    const pix = paid().find((payment) => payment.endToEndId === endToEndId);
    if (!pix) return problem(404, 'PixNaoEncontrado');
    const known = pix.devolucoes?.find((refund) => refund.id === id);
    if (method === 'GET' || known)
      return found(known, 'PixDevolucaoNaoEncontrada', (refund) => refund, method === 'PUT' ? 201 : 200);
    const { valor } = body as { valor: string };
    const returned = (pix.devolucoes ?? [])
      .filter(({ status }) => status !== 'NAO_REALIZADO')
      .reduce((sum, one) => sum + Number(one.valor), 0);
    if (returned + Number(valor) > Number(pix.valor)) return problem(400, 'PixDevolucaoInvalida');
    const refund = newRefund(id, valor, areRefundsHeld ? 'EM_PROCESSAMENTO' : 'DEVOLVIDO', 'ORIGINAL');
    pix.devolucoes = [...(pix.devolucoes ?? []), refund];
    return { status: 201, body: refund };
  };

  const webhookCall = (method: string, body: unknown): BankResponse => {
    if (method === 'PUT') webhook = { webhookUrl: (body as { webhookUrl: string }).webhookUrl, criacao: now() };
    return found(webhook, 'WebhookNaoEncontrado', (kept) => ({ ...kept, chave: pixKey, cnpj: '12345678000195' }));
  };

  const listOf = (query: URLSearchParams) => {
    const page = Number(query.get('paginacao.paginaAtual') ?? 0);
    const size = Math.min(Number(query.get('paginacao.itensPorPagina') ?? 100), longestPage);
    const from = query.get('inicio') ?? '';
    const to = query.get('fim') ?? '';
    const wanted = query.get('txid');
    const pix = paid().filter(
      ({ horario, txid }) =>
        Date.parse(horario) >= Date.parse(from) &&
        Date.parse(horario) < Date.parse(to) &&
        (wanted === null || wanted === txid),
    );
    return {
      parametros: {
        inicio: from,
        fim: to,
        paginacao: {
          paginaAtual: page,
          itensPorPagina: size,
          quantidadeDePaginas: Math.max(1, Math.ceil(pix.length / size)),
          quantidadeTotalDeItens: pix.length,
        },
      },
      pix: pix.slice(page * size, (page + 1) * size),
    };
  };

  const giveToken = (request: IncomingMessage, form: string): BankResponse => {
    const { authorization = '' } = request.headers;
    const fields = new URLSearchParams(form);
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const isKnown = authorization === basic || fields.get('client_secret') === clientSecret;
    if (!isKnown) return { status: 401, body: { error: 'invalid_client' } };
    const access_token = randomBytes(16).toString('hex');
    tokens.add(access_token);
    return {
      status: 200,
      body: { access_token, token_type: 'Bearer', expires_in: 3600, scope: fields.get('scope') ?? '' },
    };
  };

  const handle: RequestListener = (request, response) => {
    void serve(request, response).catch(() => response.destroy());
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const text = await readBody(request);
    const { method = '', pathname } = partsOf(request);
    const name = `${method} ${pathname.replace(/^\/(cob|pix|webhook)\/[^/]+/, '/$1/{id}').replace(/devolucao\/.+/, 'devolucao/{id}')}`;
    calls.push(name);
    const position = faults.findIndex(({ match }) => match.test(name));
    const [failing] = position >= 0 ? faults.splice(position, 1) : [];
    const fault = failing?.fault;
    if (fault?.kind === 'slow') await wait(fault.ms, undefined, { ref: false });
    if (fault?.kind === 'status')
      return reply(response, { ...problem(fault.status, 'Falha'), retryAfter: fault.retryAfter });
    if (fault?.kind === 'garbage')
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Manutenção</h1>');
    const isToken = pathname === '/oauth/token';
    const isAllowed = isToken || tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''));
    const result = !isAllowed
      ? problem(401, 'AcessoNegado')
      : isToken
        ? giveToken(request, text)
        : answer(request, text ? JSON.parse(text) : undefined);
    if (fault?.kind === 'lost') return void response.destroy();
    if (fault?.kind === 'held') return;
    if (fault?.kind === 'half')
      return void response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"txid":');
    const isBent = !isToken && fault?.kind !== 'broken';
    const { status, body } = fault?.kind === 'broken' ? problem(fault.status, 'ServicoIndisponivel') : result;
    reply(response, { status, body: isBent ? bent(body) : body });
  };

  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  const address = await listenAnywhere(server);
  const url = tls ? address.replace('http:', 'https:') : address;
  return {
    url,
    tokenUrl: `${url}/oauth/token`,
    calls,
    charges,
    webhookUrl: () => webhook?.webhookUrl ?? null,
    fail(wanted, match = /./) {
      faults.push(...wanted.map((fault) => ({ fault, match })));
    },
    repair() {
      faults.length = 0;
    },
    pay(txid, amount) {
      const cob = charges.get(txid);
      if (!cob) throw new Error(`The bank knows no charge ${txid}.`);
      const pix: Pix = {
        endToEndId: `E12345678${now().replace(/\D/g, '').slice(0, 12)}${randomBytes(6).toString('hex').slice(0, 11)}`,
        txid,
        valor: amount ?? cob.valor.original,
        chave: pixKey,
        horario: now(),
      };
      Object.assign(cob, { status: 'CONCLUIDA', pix: [...(cob.pix ?? []), pix] });
      return pix.endToEndId;
    },
    removeByBank(txid) {
      const cob = charges.get(txid);
      if (cob) cob.status = 'REMOVIDA_PELO_PSP';
    },
    refund(txid, { id, status, natureza = 'ORIGINAL', valor }) {
      const pix = charges.get(txid)?.pix?.[0];
      if (!pix) throw new Error(`Nobody has paid the charge ${txid}.`);
      const known = pix.devolucoes?.find((refund) => refund.id === id);
      if (known) known.status = status;
      else
        pix.devolucoes = [
          ...(pix.devolucoes ?? []),
          newRefund(id ?? randomBytes(8).toString('hex'), valor ?? pix.valor, status, natureza),
        ];
    },
    holdRefunds() {
      areRefundsHeld = true;
    },
    forgetTokens: () => tokens.clear(),
    hideCodes() {
      hasCodes = false;
    },
    hidePayments() {
      arePaymentsHidden = true;
    },
    bend(how) {
      bent = how;
    },
    showAtMost(payments) {
      longestPage = payments;
    },
    async notify(webhookUrl, txids) {
      const pix = txids.flatMap((txid) => charges.get(txid)?.pix ?? []);
      const { status } = await fetch(`${webhookUrl}/pix`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ pix }),
        signal: AbortSignal.timeout(10_000),
      });
      return status;
    },
    close: () => closeServer(server),
  };
}

type Account = { pixKey: string; clientId?: string; clientSecret?: string; tls?: ServerOptions };
type BankResponse = { status: number; body: unknown; retryAfter?: string | undefined };

function newCob(txid: string, asked: Pick<Cob, 'valor' | 'chave' | 'calendario' | 'solicitacaoPagador'>): Cob {
  // The document requires a scheme here; the BR Code leaves it out.
  const location = `https://pix.banco.test/qr/v2/${randomBytes(16).toString('hex')}`;
  const criacao = now();
  return {
    ...asked,
    calendario: { criacao, expiracao: asked.calendario.expiracao },
    txid,
    revisao: 0,
    loc: { id: 1, location, tipoCob: 'cob', criacao, txid },
    location,
    status: 'ATIVA',
    pixCopiaECola: writeDynamicCode({ location, merchantName: 'Loja de Testes' }),
  };
}

function newRefund(id: string, valor: string, status: string, natureza: string): Refund {
  const rtrId = `D12345678${now().replace(/\D/g, '').slice(0, 12)}${randomBytes(6).toString('hex').slice(0, 11)}`;
  return { id, rtrId, valor, natureza, horario: { solicitacao: now() }, status };
}

function found<Kept, Shown>(
  kept: Kept | null | undefined,
  missing: string,
  show: (kept: Kept) => Shown,
  status = 200,
): BankResponse {
  return kept ? { status, body: show(kept) } : problem(404, missing);
}

function problem(status: number, kind: string): BankResponse {
  const body = {
    type: `https://pix.bcb.gov.br/api/v2/error/${kind}`,
    title: kind,
    status,
    detail: 'Não foi possível atender.',
  };
  return { status, body };
}

function reply(response: ServerResponse, { status, body, retryAfter }: BankResponse): void {
  const isProblem = status >= 400;
  response.writeHead(status, {
    'Content-Type': isProblem ? 'application/problem+json' : 'application/json',
    ...(retryAfter && { 'Retry-After': retryAfter }),
  });
  response.end(JSON.stringify(body));
}

function partsOf({ method, url = '/' }: IncomingMessage) {
  const { pathname, searchParams } = new URL(url, 'http://bank.test');
  return { method, pathname, query: searchParams };
}

function now(): string {
  return new Date().toISOString();
}
