import { FILE_BODY, type SampleCall } from './samples.ts';

export type JsonSchema = { [name: string]: unknown };

/** The parts of OpenAPI 3.1 that the document of this shop has. */
export type ApiDocument = {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ApiResponse>;
    parameters: Record<string, ApiParameter>;
    securitySchemes: Record<string, JsonSchema>;
  };
};

export type ApiOperation = {
  tags: string[];
  summary: string;
  operationId: string;
  security: Record<string, string[]>[];
  parameters?: (ApiParameter | ApiReference)[];
  requestBody?: { required: boolean; content: Record<string, ApiContent> };
  responses: Record<string, ApiResponse | ApiReference>;
};

export type ApiParameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};

export type ApiReference = { $ref: string };
export type ApiContent = { schema: JsonSchema; example?: unknown };
export type ApiResponse = { description: string; content?: Record<string, ApiContent> };

/** One call of the document, as the lists of calls show it. */
export type ListedCall = { method: string; path: string; scope: string | null; operation: ApiOperation };

/** By the groups in which readers find them. */
export function callsByGroup({
  tags,
  paths,
}: ApiDocument): { name: string; description: string; calls: ListedCall[] }[] {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      scope: operation.security[0]?.['token']?.[0] ?? null,
      operation,
    })),
  );
  return tags.map((tag) => ({ ...tag, calls: calls.filter(({ operation }) => operation.tags[0] === tag.name) }));
}

export function answerOf({
  responses,
}: ApiOperation): { status: string; mediaType: string; content: ApiContent } | null {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  if (!status || !response || !('content' in response) || !response.content) return null;
  const [mediaType, content] = Object.entries(response.content)[0] ?? [];
  return mediaType && content ? { status, mediaType, content } : null;
}

export function parametersOf({ operation }: ListedCall): ApiParameter[] {
  return (operation.parameters ?? []).flatMap((each) => ('name' in each ? each : []));
}

/** The call with what a reader would put into it. */
export function sampleCallOf(call: ListedCall, site: string): SampleCall {
  const { method, path, operation } = call;
  const address = parametersOf(call)
    .filter((each) => each.in === 'path')
    .reduce((filled, { name, example }) => filled.replace(`{${name}}`, String(example)), path);
  const { content } = operation.requestBody ?? {};
  const body = content?.['multipart/form-data'] ? FILE_BODY : content?.['application/json']?.example;
  return { method, url: site + address, needsToken: needsToken(call), body };
}

/** It only reads, with the session of who sees the page. */
export function canBeTried(call: ListedCall): boolean {
  return call.method === 'GET' && (needsToken(call) || call.path.startsWith('/api/public/'));
}

function needsToken({ operation }: ListedCall): boolean {
  return operation.security.some((way) => 'token' in way);
}
