import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import type { Query } from '#src/http/endpoint.ts';
import { CSV } from '#src/http/responses/csv-response.ts';
import { SCOPES, type Scope } from '#src/wire/access/scopes.ts';
import type {
  ApiDocument,
  ApiOperation,
  ApiParameter,
  ApiReference,
  ApiResponse,
  JsonSchema,
} from '#src/wire/api/api-document.ts';
import { ERROR_CODES } from '#src/wire/api/error-codes.ts';
import { API_INTRODUCTION, PUBLIC_GROUPS } from '#src/wire/api/texts.ts';
import { ErrorBody } from '#src/wire/basics/errors.ts';
import { MAX_PAGE_SIZE, MAX_SEARCH } from '#src/wire/lists/lists.ts';
import { type ApiCall, listApiCalls } from './calls.ts';
import { exampleOf } from './examples.ts';
import { PROJECT } from './project.ts';
import { openSchemaWriter, type SchemaWriter } from './schemas.ts';

/** OpenAPI 3.1, from what the endpoints say of themselves. */
export async function makeApiDocument(): Promise<ApiDocument> {
  const calls = await listApiCalls();
  const schemas = await openSchemaWriter();
  const error = schemas.write(ErrorBody, 'output');
  const paths: ApiDocument['paths'] = {};
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call, schemas) };
  }
  const { version, license } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'));
  const groups = [...Object.values(SCOPES).map(({ group }) => group), ...Object.values(PUBLIC_GROUPS)];
  const used = new Set(calls.map((call) => groupOf(call)));
  return {
    openapi: '3.1.1',
    info: {
      title: 'API da loja',
      version,
      description: API_INTRODUCTION,
      license: { name: license, identifier: license },
    },
    servers: [{ url: '/', description: 'A própria loja' }],
    tags: [...new Set(groups)].filter((name) => used.has(name)).map((name) => ({ name, description: tellGroup(name) })),
    paths,
    components: {
      schemas: withErrorCodes(
        Object.fromEntries(Object.entries(schemas.named).sort(([one], [other]) => (one < other ? -1 : 1))),
      ),
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([name, { description, example }]) => [
          name,
          { description, content: { 'application/json': { schema: error, example } } },
        ]),
      ),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, IfMatch: IF_MATCH, IfNoneMatch: IF_NONE_MATCH },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Um token feito em Integrações, Tokens: `Authorization: Bearer cf_…`.',
        },
        customer: { type: 'apiKey', in: 'cookie', name: 'cliente', description: 'A sessão de Minhas compras.' },
        administrator: { type: 'apiKey', in: 'cookie', name: 'session', description: 'A sessão do painel.' },
      },
    },
  };
}

function operationOf(call: ApiCall, schemas: SchemaWriter): ApiOperation {
  const { method, path, declaration } = call;
  const { summary, body, upload } = declaration;
  const parameters = [...pathParameters(path), ...queryParameters(call, schemas), ...headersOf(call)];
  return {
    tags: [groupOf(call)],
    summary,
    operationId: operationIdOf(method, path),
    security: securityOf(declaration),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: jsonBody(schemas.write(body, 'input'), schemas) }),
    ...(upload && { requestBody: FORM_WITH_FILE }),
    responses: responsesOf(call, schemas),
  };
}

function groupOf({ path, declaration: { scope } }: ApiCall): string {
  if (scope && scope !== 'any') return SCOPES[scope].group;
  const [, , place = ''] = path.split('/');
  const group = Object.entries(PUBLIC_GROUPS).find(([name]) => name === place)?.[1];
  if (!group) throw new Error(`${path} has no group in PUBLIC_GROUPS.`);
  return group;
}

function tellGroup(name: string): string {
  const scopes = (Object.keys(SCOPES) as Scope[]).filter((scope) => SCOPES[scope].group === name);
  if (scopes.length === 0) return 'Chamadas sem token.';
  return `${scopes.map((scope) => `\`${scope}\`: ${SCOPES[scope].text}`).join('; ')}.`;
}

/** `GET /api/admin/coupons/{id}` is `getAdminCouponsById`. */
function operationIdOf(method: string, path: string): string {
  const words = path.replace('/api', '').replace(/\{(\w+)\}/g, (_part, name: string) => `by-${name}`);
  const camel = words.replace(/[^A-Za-z0-9]+(\w)/g, (_mark, letter: string) => letter.toUpperCase());
  return method.toLowerCase() + camel;
}

function securityOf({ access, scope }: ApiCall['declaration']): ApiOperation['security'] {
  if (access === 'admin') return [{ token: scope && scope !== 'any' ? [scope] : [] }];
  if (access === 'buyer') return [{ customer: [] }];
  return access === 'user' ? [{ administrator: [] }] : [];
}

function pathParameters(path: string): ApiParameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: name === 'token' || name === 'transactionId' ? '4f1c9d2ab7' : 'curva-log',
  }));
}

function queryParameters({ declaration: { query, response } }: ApiCall, schemas: SchemaWriter): ApiParameter[] {
  if (!query) return [];
  if (!isList(query)) {
    const { properties = {}, required = [] } = schemas.write(query, 'input') as ObjectSchema;
    return Object.entries(properties).map(([name, { description, ...schema }]) =>
      queryParameter(name, schema, typeof description === 'string' ? description : undefined, required.includes(name)),
    );
  }
  const { sorts, sort, order, filters, pageSize } = query;
  return [
    queryParameter('q', { type: 'string', maxLength: MAX_SEARCH }, 'Procura por estas palavras.'),
    ...Object.entries(filters).map(([name, read]) =>
      queryParameter(name, { type: 'string', ...(read.names && { enum: read.names }) }, 'Mostra só os que são assim.'),
    ),
    queryParameter('sort', { type: 'string', enum: sorts, default: sort }, 'A ordem.'),
    queryParameter('order', { type: 'string', enum: ['asc', 'desc'], default: order }),
    ...(response === CSV
      ? [queryParameter('ids', { type: 'string' }, 'Só estas linhas, separadas por vírgulas.')]
      : [
          queryParameter('page', { type: 'integer', minimum: 1 }, 'Uma página. Sem parâmetros vem a lista inteira.'),
          queryParameter('pageSize', { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: pageSize }),
          queryParameter('cursor', { type: 'string' }, CURSOR),
        ]),
  ];
}

const CURSOR =
  'Vazio para começar pelo mais novo; depois, o `nextCursor` da resposta anterior. A ordem da lista não conta.';

type ObjectSchema = { properties?: Record<string, JsonSchema>; required?: string[] };

function isList(query: Query): query is Exclude<Query, z.ZodMiniObject> {
  return 'sorts' in query;
}

function queryParameter(name: string, schema: JsonSchema, description?: string, required = false): ApiParameter {
  return { name, in: 'query', ...(required && { required }), ...(description && { description }), schema };
}

function headersOf({ method, declaration: { access, readsIfMatch } }: ApiCall): ApiReference[] {
  if (access !== 'admin') return [];
  return [
    ...(method === 'POST' ? [reference('parameters', 'IdempotencyKey')] : []),
    ...(method === 'GET' ? [reference('parameters', 'IfNoneMatch')] : []),
    ...(readsIfMatch ? [reference('parameters', 'IfMatch')] : []),
  ];
}

function reference(kind: string, name: string): ApiReference {
  return { $ref: `#/components/${kind}/${name}` };
}

const IDEMPOTENCY_KEY: ApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Uma chave só desta chamada: repetida em 24 horas, ela não é feita de novo e responde o mesmo.',
  schema: { type: 'string', maxLength: 255 },
};

const IF_MATCH: ApiParameter = {
  name: 'If-Match',
  in: 'header',
  description: 'O `ETag` do que você leu: se mudou desde então, a resposta é 412 e nada muda.',
  schema: { type: 'string' },
};

const IF_NONE_MATCH: ApiParameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'O `ETag` que você já tem: se ainda vale, a resposta é 304, sem corpo.',
  schema: { type: 'string' },
};

function jsonBody(schema: JsonSchema, { named }: SchemaWriter): NonNullable<ApiOperation['requestBody']> {
  return { required: true, content: { 'application/json': { schema, example: exampleOf(schema, named) } } };
}

const FORM_WITH_FILE: NonNullable<ApiOperation['requestBody']> = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
    },
  },
};

function responsesOf(call: ApiCall, schemas: SchemaWriter): ApiOperation['responses'] {
  const { method, path, declaration } = call;
  const { response, status = 200, access, body, upload, readsIfMatch } = declaration;
  const done = doneResponse(response, schemas);
  const refusals: [boolean, keyof typeof REFUSALS][] = [
    [body !== undefined, 'Malformed'],
    [access !== 'public', 'Unauthenticated'],
    [access === 'admin', 'Forbidden'],
    [path.includes('{'), 'NotFound'],
    [method !== 'GET', 'Conflict'],
    [readsIfMatch === true, 'Changed'],
    [upload === true, 'TooLarge'],
    [body !== undefined || upload === true, 'WrongType'],
    [body !== undefined || upload === true || method !== 'GET', 'Invalid'],
    [true, 'TooMany'],
    [true, 'Unavailable'],
  ];
  return {
    ...Object.fromEntries([status].flat().map((code) => [String(code), code === 202 ? { ...done, ...GOES_ON } : done])),
    ...(access === 'admin' && method === 'GET' && { 304: { description: 'O que você tem ainda vale.' } }),
    ...Object.fromEntries(
      refusals.filter(([applies]) => applies).map(([, name]) => [REFUSALS[name].status, reference('responses', name)]),
    ),
    default: reference('responses', 'Refused'),
  };
}

const GOES_ON = { description: 'Aceita: continua depois da resposta.' };

function doneResponse(response: ApiCall['declaration']['response'], schemas: SchemaWriter): ApiResponse {
  if ('mediaType' in response) {
    const schema = { type: 'string', ...(response.mediaType.startsWith('text/') ? {} : { format: 'binary' }) };
    return { description: 'Feita.', content: { [response.mediaType]: { schema } } };
  }
  const schema = schemas.write(response, 'output');
  const example = exampleOf(schema, schemas.named);
  return { description: 'Feita.', content: { 'application/json': { schema, example } } };
}

function refusalOf(
  status: string,
  description: string,
  code: keyof typeof ERROR_CODES,
  fields?: Record<string, string>,
) {
  return { status, description, example: { message: ERROR_CODES[code], code, ...(fields && { fields }) } };
}

const REFUSALS = {
  Malformed: refusalOf('400', 'O corpo não pôde ser lido.', 'malformed_body'),
  Unauthenticated: refusalOf('401', 'Falta o token ou a sessão, ou não vale.', 'invalid_token'),
  Forbidden: refusalOf('403', 'O token não tem a permissão.', 'missing_scope'),
  NotFound: refusalOf('404', 'Não existe.', 'not_found'),
  Conflict: refusalOf('409', 'Não combina com o estado de agora.', 'outdated'),
  Changed: refusalOf('412', 'Mudou desde que foi lido.', 'changed_meanwhile'),
  TooLarge: refusalOf('413', 'Grande demais.', 'too_large'),
  WrongType: refusalOf('415', 'Não é do tipo que a chamada recebe.', 'wrong_type'),
  Invalid: refusalOf('422', '`fields` diz o que há em cada campo.', 'invalid', { name: 'Informe o nome.' }),
  TooMany: refusalOf('429', 'Chamadas demais: espere os segundos de `Retry-After`.', 'too_many'),
  Unavailable: refusalOf('503', 'Ocupada: tente de novo depois de `Retry-After`.', 'unavailable'),
  Refused: refusalOf('default', 'Qualquer outra recusa.', 'internal'),
};

/** Programs decide by the code; a new one may come with any version. */
function withErrorCodes(named: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const list = Object.entries(ERROR_CODES).map(([code, text]) => `\`${code}\`: ${text}`);
  const body = named['ErrorBody'] as { properties: Record<string, JsonSchema> } & JsonSchema;
  const code = { ...body.properties['code'], description: list.join('\n\n') };
  return { ...named, ErrorBody: { ...body, properties: { ...body.properties, code } } };
}
