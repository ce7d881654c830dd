import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listenAnywhere, readBody } from '../banks/http.ts';

export const FOCUS_TOKEN = 'token-de-homologacao';

type Kept = { body: Record<string, unknown>; status: string; number: string | null; error: [string, string] | null };

/** What the fake does with the next notes; `processing` keeps them there until it is told otherwise. */
type Behavior = 'authorize' | 'processing' | { refuse: [code: string, message: string] };

/**
 * Answers as `source/includes/_nfsen.md` of github.com/FocusNFe/api-doc says: a note is accepted, processed and asked
 * for by our reference, which makes no second one.
 */
export async function startFakeFocusNfe() {
  const notes = new Map<string, Kept>();
  const state = {
    behavior: 'authorize' as Behavior,
    /** The next answer is this one. */
    answerOnce: null as { status: number; body: object } | null,
    /** The next post is taken, and its answer is lost. */
    losesAnswer: false,
    /** The next call hangs. */
    hangs: false,
    calls: [] as string[],
  };
  let issued = 0;

  function process(note: Kept): void {
    if (note.status !== 'processando_autorizacao' || state.behavior === 'processing') return;
    if (typeof state.behavior === 'object') {
      note.status = 'erro_autorizacao';
      note.error = state.behavior.refuse;
      return;
    }
    issued += 1;
    note.status = 'autorizado';
    note.number = String(1_000 + issued);
  }

  function describe(ref: string, { status, number, error }: Kept): object {
    const shared = { cnpj_prestador: '18765499000199', ref, numero_rps: '123', serie_rps: '1', tipo_rps: '1', status };
    if (status === 'autorizado') {
      const key = '1'.repeat(50);
      return {
        ...shared,
        numero: number,
        codigo_verificacao: key,
        data_emissao: '2026-11-22T08:00:00-03:00',
        url: `https://www.nfse.gov.br/consultapublica/?tpc=1&chave=${key}`,
        caminho_xml_nota_fiscal: `/arquivos/18765499000199_166/202611/XMLsNFSe/${key}-nfse.xml`,
        url_danfse: `https://focusnfe.s3.sa-east-1.amazonaws.com/arquivos/DANFSEs/NFSe${key}.pdf`,
      };
    }
    if (error) return { ...shared, erros: [{ codigo: error[0], mensagem: error[1], correcao: null }] };
    return shared;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
    const text = await readBody(request);
    state.calls.push(`${request.method} ${pathname}`);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (state.hangs) return;
    if (request.headers.authorization !== `Basic ${Buffer.from(`${FOCUS_TOKEN}:`).toString('base64')}`) {
      response.writeHead(401, { 'content-type': 'text/html' }).end('HTTP Basic: Access denied.');
      return;
    }
    if (state.answerOnce) {
      const { status, body } = state.answerOnce;
      state.answerOnce = null;
      send(status, body);
      return;
    }
    if (pathname.startsWith('/v2/ceps/')) {
      const zip = pathname.slice('/v2/ceps/'.length);
      if (zip === '00000000') send(404, { codigo: 'nao_encontrado', mensagem: 'CEP não encontrado' });
      else send(200, { cep: zip, tipo: 'logradouro', uf: 'PE', nome_localidade: 'Recife', codigo_ibge: '2611606' });
      return;
    }
    if (request.method === 'POST' && pathname === '/v2/nfsen') {
      const ref = searchParams.get('ref') ?? '';
      const known = notes.get(ref);
      if (known && known.status !== 'erro_autorizacao') {
        send(422, { codigo: 'erro_validacao', mensagem: 'Já existe um DPS com esta referência.' });
        return;
      }
      const body = JSON.parse(text) as Record<string, unknown>;
      const missing = REQUIRED.find((name) => body[name] === undefined || body[name] === '');
      if (missing) {
        send(400, { codigo: 'requisicao_invalida', mensagem: `Parâmetro "${missing}" não informado` });
        return;
      }
      notes.set(ref, { body, status: 'processando_autorizacao', number: null, error: null });
      if (state.losesAnswer) {
        state.losesAnswer = false;
        response.destroy();
        return;
      }
      send(202, { cnpj_prestador: '18765499000199', ref, status: 'processando_autorizacao' });
      return;
    }
    const ref = pathname.slice('/v2/nfsen/'.length);
    const note = notes.get(ref);
    if (!note) {
      send(404, { codigo: 'nao_encontrado', mensagem: 'Nota fiscal não encontrada' });
      return;
    }
    process(note);
    send(200, describe(ref, note));
  }

  const server = createServer((request, response) => void answer(request, response));
  const url = await listenAnywhere(server);
  return {
    url,
    state,
    notes,
    issued: () => issued,
    close: () => closeServer(server),
  };
}

/** Of the example of the documents, and the fields that they call obligatory. */
const REQUIRED = [
  'data_emissao',
  'data_competencia',
  'codigo_municipio_emissora',
  'codigo_opcao_simples_nacional',
  'regime_especial_tributacao',
  'codigo_municipio_prestacao',
  'codigo_tributacao_nacional_iss',
  'descricao_servico',
  'valor_servico',
  'tributacao_iss',
];

export type FakeFocusNfe = Awaited<ReturnType<typeof startFakeFocusNfe>>;
