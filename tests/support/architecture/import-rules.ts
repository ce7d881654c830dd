import type { Import, Source } from './source.ts';

type ImportRule = {
  name: string;
  holds: RegExp;
  ours: RegExp;
  oursAsTypes?: RegExp;
  packages: RegExp;
};

const NOTHING = /^\b$/;
const NODE = 'node:';
const ASTRO = 'astro(:|/|$)|@astrojs/|@lucide/astro';
const INTERFACE =
  'react$|react/|react-dom|radix-ui|lucide-react|@nanostores/react|nanostores|@tanstack/|react-hook-form|@hookform/|apexcharts|react-apexcharts|cmdk|csv-parse|get-nonce|tus-js-client|qr$|zod';

/** The first layer that contains a file applies. */
const IMPORT_RULES: ImportRule[] = [
  {
    name: 'db/seed',
    holds: /^db\/seed\//,
    ours: /^(db\/|src\/wire\/)/,
    packages: new RegExp(`^(${NODE}|kysely|sharp$|fflate$)`),
  },
  {
    name: 'db',
    holds: /^db\//,
    // Types of the wire, and its modules without libraries.
    ours: /^db\/|^src\/wire\/(access\/roles|basics\/(durations|error-code|settings-error|slugs)|licenses\/machine-platforms|mail\/mail-kinds|notifications\/notification-kinds|payments\/pix-providers|purchases\/items|upkeep\/postgres-address)\.ts$/,
    oursAsTypes: /^src\/wire\//,
    packages: new RegExp(`^(${NODE}|kysely|better-sqlite3$|pg$)`),
  },
  { name: 'src/wire', holds: /^src\/wire\//, ours: /^src\/wire\//, packages: /^(zod|markdown-it$)/ },
  {
    name: 'src/domain',
    holds: /^src\/domain\//,
    ours: /^(src\/domain\/|src\/wire\/|db\/queries\/|db\/transactions\.ts$)/,
    oursAsTypes: /^db\/tables(\/[a-z]+)?\.ts$/,
    packages: /^node:crypto$/,
  },
  {
    name: 'src/gateways',
    holds: /^src\/gateways\//,
    ours: /^(src\/gateways\/|src\/wire\/|src\/config\.ts$)/,
    oursAsTypes: /^src\/domain\//,
    packages: new RegExp(`^(?!${ASTRO}|express|kysely|better-sqlite3|lucia)`),
  },
  {
    name: 'src/http/sessions/session.ts and its adapter',
    holds: /^src\/http\/sessions\/session(-adapter)?\.ts$/,
    ours: /^(src\/http\/|src\/domain\/|src\/wire\/|db\/transactions\.ts$|db\/queries\/access\/sessions\.ts$)/,
    oursAsTypes: /^db\/tables(\/[a-z]+)?\.ts$/,
    packages: new RegExp(`^(${NODE}|astro|lucia$|@lucia-auth/|zod)`),
  },
  {
    name: 'src/http',
    holds: /^src\/http\//,
    ours: /^(src\/http\/|src\/domain\/|src\/wire\/)/,
    packages: new RegExp(`^(${NODE}|astro|zod|range-parser$|csv-stringify|client-zip$|file-type$|isbot$)`),
  },
  {
    name: 'src/server',
    holds: /^src\/server\//,
    ours: /^(src\/server\/|src\/domain\/|src\/gateways\/|src\/http\/|src\/wire\/|src\/config\.ts$|db\/|dist\/)/,
    packages: /^(?!react|radix-ui|kysely|better-sqlite3|lucia|nodemailer)/,
  },
  {
    name: 'the settings',
    holds: /^src\/(config|(bank|files|metrics|tls)-settings)\.ts$/,
    ours: /^src\/(wire\/|(bank|files|metrics|tls)-settings\.ts$)/,
    packages: /^(zod|node:)/,
  },
  {
    name: 'the islands of the shop',
    holds: /^src\/islands\/(?!admin\/)/,
    // Its style sheet does not contain the back-office's classes.
    ours: /^(src\/islands\/(?!admin\/)|src\/client\/|src\/wire\/)/,
    packages: new RegExp(`^(${INTERFACE})`),
  },
  {
    name: 'src/islands',
    holds: /^src\/islands\//,
    ours: /^(src\/islands\/|src\/client\/|src\/wire\/)/,
    packages: new RegExp(`^(${INTERFACE})`),
  },
  {
    name: 'src/client',
    holds: /^src\/client\//,
    ours: /^(src\/client\/|src\/wire\/)/,
    packages: /^(nanostores$|@nanostores\/(?!react)|@tanstack\/|@simplewebauthn\/browser$|zod)/,
  },
  {
    name: 'src/pages and what frames them',
    holds: /^src\/(pages|layouts|components)\/|^src\/middleware\.ts$/,
    ours: /^src\/(pages|layouts|components|islands|client|http|domain|wire|styles)\//,
    packages: new RegExp(`^(${ASTRO})`),
  },
  {
    name: 'src/env.d.ts',
    holds: /^src\/[a-z]+\.d\.ts$/,
    ours: NOTHING,
    oursAsTypes: /^src\/(domain|wire)\//,
    packages: new RegExp(`^(${ASTRO})`),
  },
];

const SOLE_IMPORTERS: [packageName: RegExp, keepers: string[]][] = [
  [/^better-sqlite3$/, ['db/client.ts', 'db/engines/writer-thread.ts', 'db/tables.ts']],
  [/^pg$/, ['db/engines/postgres.ts', 'db/engines/server/']],
  [/^(lucia|@lucia-auth\/.*)$/, ['src/http/sessions/session.ts', 'src/http/sessions/session-adapter.ts']],
  [/^aws4fetch$/, ['src/gateways/files/bucket/bucket-calls.ts']],
];

const STATUS_NUMBERS = [201, 202, 204, 301, 302, 303, 304, 400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 502, 503];
const STATEMENTS = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto', 'sql'];

/** A folder ends with a slash. */
const isIn = (path: string, place: string) => path === place || (place.endsWith('/') && path.startsWith(place));

export function findViolations(source: Source): string[] {
  const { path } = source;
  const layer = IMPORT_RULES.find(({ holds }) => holds.test(path));
  if (!layer) return [`${path} belongs to no layer.`];
  const violations = source.imports
    .filter((found) => !isAllowed(layer, found))
    .map((found) => describeImport(layer, path, found));
  for (const [packageName, keepers] of SOLE_IMPORTERS) {
    if (
      !keepers.some((keeper) => isIn(path, keeper)) &&
      source.imports.some(({ target }) => packageName.test(target))
    ) {
      violations.push(`${path} imports what only ${keepers.join(' and ')} may know (${packageName.source}).`);
    }
  }
  if (source.readsEnvironment && !/^src\/(config\.ts$|server\/)/.test(path)) {
    violations.push(`${path} reads process.env: settings are parsed once, in src/config.ts.`);
  }
  if (!/^src\/(islands|client)\//.test(path)) {
    const hooks = source.imports.filter(({ target }) => /\/use-[a-z-]+\.tsx?$/.test(target));
    violations.push(...hooks.map(({ target }) => `${path} may not import the hook ${target}: React alone runs it.`));
  }
  if (path.startsWith('src/pages/') && source.created.includes('Response')) {
    violations.push(`${path} makes a Response: pages declare, http/endpoint answers.`);
  }
  if (path.startsWith('src/domain/')) {
    const statuses = source.numbers.filter((number) => STATUS_NUMBERS.includes(number));
    if (statuses.length > 0) violations.push(`${path} knows HTTP status numbers (${statuses.join(', ')}).`);
  }
  if (source.called.includes('transaction') && !/^db\/(?!queries|seed|migrations)/.test(path)) {
    violations.push(
      `${path} opens a transaction of its own: inTransaction of db/transactions.ts repeats it where needed.`,
    );
  }
  if (!path.startsWith('db/')) {
    const statements = source.called.filter((name) => STATEMENTS.includes(name));
    if (statements.length > 0)
      violations.push(`${path} writes SQL (${statements.join(', ')}): it lives in db/queries.`);
  }
  return violations;
}

function isAllowed(rule: ImportRule, { target, isOurs, isTypeOnly }: Import): boolean {
  if (!isOurs) return rule.packages.test(target);
  if (rule.ours.test(target)) return true;
  return isTypeOnly && (rule.oursAsTypes?.test(target) ?? false);
}

function describeImport(rule: ImportRule, path: string, { target, isTypeOnly }: Import): string {
  const isAllowedAsType = !isTypeOnly && (rule.oursAsTypes?.test(target) ?? false);
  return `${path} may not import ${target}${isAllowedAsType ? ' except as types' : ''}: it is outside the reach of ${rule.name}.`;
}
