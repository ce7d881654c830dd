import * as z from 'zod/mini';
import type {
  InvoiceIssuer,
  InvoiceService,
  InvoiceToIssue,
  IssuerAnswer,
  IssuerLogin,
} from '#src/domain/invoices/invoice-issuer.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { ownValue } from '#src/wire/basics/own-value.ts';
import type { FocusEnvironment } from '#src/wire/invoices/issuer.ts';
import { type BankResponse, callBank, hasStatus, isTransient } from '../pix/bank-calls.ts';

const FOCUS_ADDRESSES: Readonly<Record<FocusEnvironment, string>> = {
  test: 'https://homologacao.focusnfe.com.br',
  production: 'https://api.focusnfe.com.br',
};

/** NFS-e Nacional, as https://focusnfe.com.br/doc describes it: asynchronous, and idempotent by our reference. */
export function openFocusNfe(addresses = FOCUS_ADDRESSES, timeoutMs = CALL_TIMEOUT_MS): InvoiceIssuer {
  const call = async ({ environment, token }: IssuerLogin, path: string, body?: object): Promise<BankResponse> => {
    let status = 0;
    const send = async (init: RequestInit) => {
      const response = await fetch(addresses[environment] + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          Authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
          Accept: 'application/json',
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        ...init,
      });
      status = response.status;
      return response;
    };
    const deadline = new Date(Date.now() + timeoutMs);
    const response = await callBank(send, { deadline, maximumBytes: MOST_BYTES, leavesTimeToRetry: false });
    // A token that is refused gets a page.
    if (response.outcome !== 'silent' || ![401, 403].includes(status)) return response;
    return { outcome: 'refused', status, body: {}, date: null, retryAfterMs: null };
  };
  return {
    async send(login, invoice) {
      const city = await findCity(invoice, (zip) => call(login, `/v2/ceps/${zip}`));
      if (city.state !== 'known') return city;
      const path = `/v2/nfsen?ref=${encodeURIComponent(invoice.reference)}`;
      return readAnswer(await call(login, path, toDps(invoice, city.code)));
    },
    async find(login, reference) {
      return readAnswer(await call(login, `/v2/nfsen/${encodeURIComponent(reference)}`));
    },
  };
}

const CALL_TIMEOUT_MS = 20_000;
const MOST_BYTES = 256 * 1024;

type City = { state: 'known'; code: string | null } | IssuerAnswer;

/** Addresses go with the number that the IBGE gives a city, which no buyer knows. */
async function findCity({ taker }: InvoiceToIssue, ask: (zip: string) => Promise<BankResponse>): Promise<City> {
  if (!taker.address) return { state: 'known', code: null };
  const response = await ask(taker.address.zip);
  if (hasStatus(response, 404)) {
    return { state: 'refused', error: 'cep: O CEP do endereço do tomador não existe.' };
  }
  if (response.outcome !== 'done') return readAnswer(response);
  const found = z.safeParse(z.object({ codigo_ibge: z.coerce.string() }), firstOf(response.body)).data;
  return found ? { state: 'known', code: found.codigo_ibge } : { state: 'unclear', reason: 'unreadable_zip' };
}

function firstOf(body: unknown): unknown {
  return Array.isArray(body) ? body[0] : body;
}

function toDps(invoice: InvoiceToIssue, takerCity: string | null): object {
  const { now, soldAt, sellerDocument, amountCents, description, taker, service } = invoice;
  const { address } = taker;
  const given = {
    inscricao_municipal_prestador: service.municipalRegistration,
    codigo_opcao_simples_nacional: NUMBERS.simples[service.simples],
    regime_especial_tributacao: NUMBERS.specialRegime[service.specialRegime],
    tributacao_iss: NUMBERS.issTaxation[service.issTaxation],
    tipo_retencao_iss: NUMBERS.issRetention[service.issRetention],
    ...service.furtherFields,
  };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
    data_emissao: timeInSaoPaulo(now),
    data_competencia: dayOf(soldAt),
    codigo_municipio_emissora: service.cityCode,
    codigo_municipio_prestacao: service.cityCode,
    [sellerDocument.length === 11 ? 'cpf_prestador' : 'cnpj_prestador']: sellerDocument,
    [taker.kind === 'cpf' ? 'cpf_tomador' : 'cnpj_tomador']: taker.document,
    razao_social_tomador: taker.name,
    ...(address && {
      codigo_municipio_tomador: takerCity,
      cep_tomador: address.zip,
      logradouro_tomador: address.street,
      numero_tomador: address.number,
      bairro_tomador: address.district,
    }),
    codigo_tributacao_nacional_iss: service.serviceCode,
    descricao_servico: description,
    valor_servico: amountCents / 100,
  };
}

/** Of the national standard. */
const NUMBERS: {
  [Name in 'simples' | 'specialRegime' | 'issTaxation' | 'issRetention']: Record<InvoiceService[Name], string>;
} = {
  simples: { '': '', none: '1', mei: '2', simples: '3' },
  specialRegime: {
    '': '',
    none: '0',
    cooperative: '1',
    estimate: '2',
    micro: '3',
    notary: '4',
    freelancer: '5',
    professionals: '6',
  },
  issTaxation: { '': '', taxed: '1', immune: '2', export: '3', outside: '4' },
  issRetention: { '': '', none: '1', taker: '2', intermediary: '3' },
};

/** São Paulo has had no summer time since 2019. */
function timeInSaoPaulo(at: Date): string {
  return `${new Date(at.getTime() - 3 * HOUR_MS).toISOString().slice(0, 19)}-0300`;
}

const Answer = z.object({
  status: z.optional(z.string()),
  numero: z.optional(z.nullable(z.coerce.string())),
  url: z.optional(z.nullable(z.string())),
  url_danfse: z.optional(z.nullable(z.string())),
  codigo: z.optional(z.string()),
  mensagem: z.optional(z.string()),
  erros: z.optional(
    z.nullable(z.array(z.object({ codigo: z.optional(z.nullable(z.coerce.string())), mensagem: z.string() }))),
  ),
});
type Answer = z.infer<typeof Answer>;

function readAnswer(response: BankResponse): IssuerAnswer {
  if (response.outcome === 'silent') {
    return { state: 'unclear', reason: response.reason };
  }
  if (hasStatus(response, 401, 403)) return { state: 'blocked', error: TOKEN_REFUSED };
  if (isTransient(response)) return { state: 'unclear', reason: `http_${response.status}` };
  const answer = z.safeParse(Answer, response.body).data;
  if (!answer) return { state: 'unclear', reason: 'unreadable_response' };
  if (response.outcome === 'refused') return readRefusal(answer, response.status);
  switch (answer.status) {
    case 'processando_autorizacao':
      return { state: 'processing' };
    case 'autorizado':
      if (!answer.numero) return { state: 'processing' };
      return { state: 'issued', number: answer.numero, url: httpsOf(answer.url_danfse) ?? httpsOf(answer.url) };
    case 'erro_autorizacao':
    case 'negado':
      return { state: 'refused', error: errorOf(answer) };
    case 'cancelado':
      return { state: 'refused', error: 'cancelado: A nota foi cancelada no painel do Focus NFe.' };
    default:
      return { state: 'unclear', reason: 'unknown_status' };
  }
}

/** A reference that it has already means that an earlier call arrived: its state is asked for next. */
function readRefusal(answer: Answer, status: number): IssuerAnswer {
  const { codigo = '', mensagem = '' } = answer;
  if (codigo === 'nao_encontrado' || (status === 404 && codigo === '')) return { state: 'unknown' };
  if (KNOWN_ALREADY.includes(codigo) || /já existe .*refer[êe]ncia/i.test(mensagem)) return { state: 'processing' };
  return { state: BLOCKING.includes(codigo) ? 'blocked' : 'refused', error: errorOf(answer) };
}

const KNOWN_ALREADY = ['em_processamento', 'nfe_autorizada', 'already_processed'];
const BLOCKING = ['empresa_nao_habilitada', 'certificado_vencido', 'permissao_negada'];
const TOKEN_REFUSED = 'token: O Focus NFe não aceitou o token. Confira em Configurações, Notas fiscais.';

/** The codes of the documents in words that say what to do; the others come as they are. */
const PLAIN: Readonly<Record<string, string>> = {
  empresa_nao_habilitada:
    'O Focus NFe ainda não emite por esta empresa. Ligue a NFS-e Nacional no painel do Focus NFe.',
  certificado_vencido: 'O certificado digital da empresa venceu. Envie um novo no painel do Focus NFe.',
  permissao_negada: 'O token não pode emitir por esta empresa. Confira o CNPJ em Loja e o token.',
};

function errorOf({ codigo, mensagem, erros }: Answer): string {
  const [first] = erros ?? [];
  const code = (codigo ?? first?.codigo ?? 'erro').replace(/[^\w-]+/g, '') || 'erro';
  return `${code}: ${ownValue(PLAIN, code) ?? first?.mensagem ?? mensagem ?? ''}`;
}

function httpsOf(url: string | null | undefined): string | null {
  return url?.startsWith('https://') && URL.canParse(url) ? url : null;
}
