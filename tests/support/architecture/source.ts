import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export type Source = {
  /** It begins at the project's root, with `/`. */
  path: string;
  imports: Import[];
  created: string[];
  /** Functions, methods and template tags. */
  called: string[];
  numbers: number[];
  readsEnvironment: boolean;
};

/** `target` is a path from the project's root for our own files, else the specifier. */
export type Import = { target: string; isOurs: boolean; isTypeOnly: boolean };

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export async function listSources(...folders: string[]): Promise<Source[]> {
  const paths = (await Promise.all(folders.map(listFiles)))
    .flat()
    .filter((path) => /\.(ts|tsx|mts|mjs|astro)$/.test(path));
  return Promise.all(paths.sort().map(readOnce));
}

/** Parsing is what costs, and each rule asks for the same files. */
function readOnce(path: string): Promise<Source> {
  const known = read.get(path) ?? readFile(join(ROOT, path), 'utf8').then((text) => readSource(path, text));
  read.set(path, known);
  return known;
}

const read = new Map<string, Promise<Source>>();

export function readSource(path: string, text: string): Source {
  const source: Source = { path, imports: [], created: [], called: [], numbers: [], readsEnvironment: false };
  const code = path.endsWith('.astro') ? codeOfAstro(text) : text;
  const kind = path.endsWith('x') || path.endsWith('.astro') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind), source);
  return source;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function codeOfAstro(text: string): string {
  const [, frontmatter = '', markup = text] = /^\s*---\r?\n(.*?)\r?\n---(.*)$/s.exec(text) ?? [];
  const scripts = [...markup.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map((match) => match[1] ?? '');
  const expressions = markup.replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '');
  return [frontmatter, ...scripts, `const markup = <>${expressions}</>;`].join('\n;\n');
}

function visit(node: ts.Node, source: Source): void {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    if (node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      source.imports.push(importOf(source.path, node.moduleSpecifier.text, isTypeOnly(node)));
    }
  } else if (ts.isCallExpression(node)) {
    const [first] = node.arguments;
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword && first && ts.isStringLiteralLike(first)) {
      source.imports.push(importOf(source.path, first.text, false));
    }
    source.called.push(lastName(node.expression));
  } else if (ts.isTaggedTemplateExpression(node)) {
    source.called.push(lastName(node.tag));
  } else if (ts.isNewExpression(node)) {
    source.created.push(lastName(node.expression));
  } else if (ts.isNumericLiteral(node)) {
    source.numbers.push(Number(node.text));
  } else if (ts.isPropertyAccessExpression(node) && node.getText() === 'process.env') {
    source.readsEnvironment = true;
  }
  ts.forEachChild(node, (child) => visit(child, source));
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  return !clause.name && !!names && ts.isNamedImports(names) && names.elements.every((element) => element.isTypeOnly);
}

function importOf(path: string, specifier: string, isType: boolean): Import {
  const plain = specifier.replace(/[?].*$/, '');
  if (plain.startsWith('#')) return { target: plain.slice(1), isOurs: true, isTypeOnly: isType };
  if (plain.startsWith('.')) return { target: posix.join(dirname(path), plain), isOurs: true, isTypeOnly: isType };
  return { target: specifier, isOurs: false, isTypeOnly: isType };
}

function lastName(expression: ts.Expression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}
