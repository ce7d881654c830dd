import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { PROJECT } from './project.ts';

type Walk = (url: string, token: string) => Promise<{ sold: number; product: string; refused: string }>;

/** Generates types from the document, compiles the program beside this file with them, and gives its walk with what the compiler found. */
export async function makeTypedClient(document: unknown): Promise<{ problems: string[]; walk: Walk }> {
  const cache = join(PROJECT, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'typed-client-'));
  try {
    const source = join(folder, 'walk.ts');
    await writeFile(join(folder, 'paths.ts'), astToString(await openapiTS(document as OpenAPI3)));
    await copyFile(join(PROJECT, 'tests/support/api-document/typed-walk.ts.txt'), source);
    const problems = ts.getPreEmitDiagnostics(ts.createProgram([source], OPTIONS));
    const script = join(folder, 'walk.mjs');
    await writeFile(
      script,
      ts.transpileModule(await readFile(source, 'utf8'), { compilerOptions: OPTIONS }).outputText,
    );
    const { walk }: { walk: Walk } = await import(script);
    return { problems: problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')), walk };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
};
