import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { CallDeclaration, DeclaredRoute } from '#src/http/endpoint.ts';
import { PROJECT } from './project.ts';

type DescribedCall = Extract<CallDeclaration, { summary: string }>;
export type ApiCall = { method: string; path: string; declaration: DescribedCall };

/** The calls that endpoints describe, by their addresses. */
export async function listApiCalls(): Promise<ApiCall[]> {
  return (await listDeclaredCalls()).flatMap(({ declaration, ...call }) =>
    isDescribed(declaration) ? { ...call, declaration } : [],
  );
}

export type DeclaredCall = { method: string; path: string; declaration: CallDeclaration };

/** All that an endpoint declares, by its address. */
export async function listDeclaredCalls(): Promise<DeclaredCall[]> {
  const files = globSync('src/pages/api/**/*.ts', { cwd: PROJECT }).sort();
  const routes = files.map(async (file) => {
    const exported: Record<string, DeclaredRoute> = await import(join(PROJECT, file));
    return METHODS.flatMap((method) => {
      const declaration = exported[method]?.declaration;
      return declaration ? { method, path: pathOf(file), declaration } : [];
    });
  });
  return (await Promise.all(routes)).flat();
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** `src/pages/api/admin/coupons/[id].ts` is `/api/admin/coupons/{id}`. */
function pathOf(file: string): string {
  return file
    .replace('src/pages', '')
    .replace(/(?:\/index)?\.ts$/, '')
    .replace(/\[(?:\.\.\.)?(\w+)\]/g, '{$1}');
}

function isDescribed(declaration: CallDeclaration): declaration is DescribedCall {
  return typeof declaration.summary === 'string';
}
