import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SCREEN_GROUPS, screensOf } from '#src/islands/admin/frame/screens.ts';
import { findChoices } from '#src/islands/admin/palette/choices.ts';
import { PAGE_ALLOWS } from '#src/wire/access/page-access.ts';
import { CAPABILITIES, CAPABILITY_NAMES, can, type ROLE_NAMES, toldOf } from '#src/wire/access/roles.ts';
import { sectionNamed, sectionsOf } from '#src/wire/upkeep/setting-sections.ts';
import { listDeclaredCalls } from '../../support/api-document/calls.ts';
import { PROJECT } from '../../support/api-document/project.ts';
import { makeRolesPage } from '../../support/manual/roles-page.ts';

/** The matrix of the roles is judged by what the calls declare, so that a declaration that changes must be seen here. */
test('each call of the back-office asks what the list says; npm run api:write writes it again', async () => {
  const calls = (await listDeclaredCalls()).filter(({ declaration }) => declaration.access === 'admin');
  const lines = calls.map(({ method, path, declaration }) => {
    const { allow = 'nothing', scope = null, gate, confirms, opensWithoutFactor } = declaration;
    return [
      `${method} ${path}: ${[allow].flat().join(' and ')}`,
      `scope ${scope ?? 'none'}`,
      ...(gate ? [`gate ${gate}`] : []),
      ...(confirms ? [confirms === true ? 'confirms' : 'confirms some'] : []),
      ...(opensWithoutFactor ? ['opens without a factor'] : []),
    ].join(', ');
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('asked-of-calls.txt');
});

describe('the table of roles', () => {
  test('is the page of the manual; npm run api:write writes it again', async () => {
    await expect(makeRolesPage()).toMatchFileSnapshot(join(PROJECT, 'docs/manual/papeis.md'));
  });

  test('gives the owner all, and the manager all but team, tokens, settings and bank', () => {
    const mayNot = (role: 'owner' | 'manager') => CAPABILITY_NAMES.filter((name) => !can(role, name));
    expect(mayNot('owner')).toEqual([]);
    expect(mayNot('manager')).toEqual(['settings', 'bank', 'tokens', 'team']);
  });

  test('gives support no whole key, no document, no export and no refund', () => {
    const support = CAPABILITY_NAMES.filter((name) => can('support', name));
    expect(support).toEqual(['desk', 'readSales', 'resend', 'releaseMachines', 'readWithdrawals', 'readProducts']);
    expect(toldOf('support').may).toEqual([
      'Ler vendas e clientes',
      'Reenviar recibo e chave',
      'Liberar computadores',
      'Ver desistências',
    ]);
    expect(toldOf('support').mayNot.slice(0, 3)).toEqual(['Devolver dinheiro', 'Exportar', 'Ver a chave inteira']);
  });

  test('gives content nothing that names a buyer', () => {
    expect(CAPABILITY_NAMES.filter((name) => can('content', name))).toEqual(['desk', 'readProducts', 'writeProducts']);
  });

  test('gives nobody without a role anything', () => {
    expect(CAPABILITY_NAMES.filter((name) => can(null, name))).toEqual([]);
  });

  test('needs each of two capabilities', () => {
    expect(can('finance', ['readSales', 'export'])).toBe(true);
    expect(can('support', ['readSales', 'export'])).toBe(false);
    expect(can('finance', ['writeProducts', 'export'])).toBe(false);
  });

  test('has each text once', () => {
    const texts = CAPABILITY_NAMES.map((name) => CAPABILITIES[name].text);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('the back-office shows', () => {
  test('a page for each file, and each file has what it asks', () => {
    const files = globSync('**/*.astro', { cwd: join(PROJECT, 'src/pages/admin') });
    const routes = files.map((file) => `/admin/${file}`.replace(/(?:\/index)?\.astro$/, ''));
    expect(Object.keys(PAGE_ALLOWS).toSorted()).toEqual(routes.toSorted());
  });

  test('each role the screens that it opens, and no empty group', () => {
    const names = (role: (typeof ROLE_NAMES)[number]) =>
      screensOf(role).flatMap(({ screens }) => screens.map(({ name }) => name));
    expect(names('owner')).toEqual(SCREEN_GROUPS.flatMap(({ screens }) => screens.map(({ name }) => name)));
    expect(names('support')).toEqual(['Dashboard', 'Vendas', 'Clientes', 'Ajuda']);
    expect(names('content')).toEqual(['Dashboard', 'Produtos', 'Ajuda']);
    expect(names('finance')).toEqual([
      'Dashboard',
      'Estatísticas',
      'Porcentagem',
      'Vendas',
      'Notas fiscais',
      'Clientes',
      'Afiliados',
      'Ajuda',
    ]);
  });

  test('whoever is no owner none of the settings', () => {
    for (const role of ['manager', 'finance', 'support', 'content'] as const) {
      expect(sectionsOf(role), role).toEqual([]);
      expect(sectionNamed(null, role), role).toBeNull();
      expect(sectionNamed('equipe', role), role).toBeNull();
    }
    expect(sectionNamed(null, 'owner')).toBe('store');
  });

  test('no deed in the palette that the role would be refused', () => {
    const deeds = (role: (typeof ROLE_NAMES)[number]) =>
      findChoices('', role)
        .find(({ name }) => name === 'Ações')
        ?.choices.map(({ key }) => key);
    expect(deeds('support')).toEqual(['own-account', 'shop']);
    expect(deeds('content')).toEqual(['new-product', 'own-account', 'shop']);
    expect(deeds('finance')).toEqual(['export-sales', 'export-customers', 'own-account', 'shop']);
  });
});
