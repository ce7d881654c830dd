import { CAPABILITIES, CAPABILITY_NAMES, can, ROLE_NAMES, ROLES } from '#src/wire/access/roles.ts';

/** `docs/manual/papeis.md`, from the table by which each call is judged. */
export function makeRolesPage(): string {
  const groups = [...new Set(CAPABILITY_NAMES.map((name) => CAPABILITIES[name].group))];
  const head = [
    `| | ${ROLE_NAMES.map((role) => ROLES[role].name).join(' | ')} |`,
    `|---|${ROLE_NAMES.map(() => ':-:|').join('')}`,
  ];
  const parts = groups.map((group) => {
    const rows = CAPABILITY_NAMES.filter((name) => CAPABILITIES[name].group === group).map((name) => {
      const marks = ROLE_NAMES.map((role) => (can(role, name) ? 'sim' : '—'));
      return `| ${CAPABILITIES[name].text} | ${marks.join(' | ')} |`;
    });
    return [`## ${group}`, '', ...head, ...rows, ''].join('\n');
  });
  return [TITLE, ...parts].join('\n').trimEnd().concat('\n');
}

const TITLE = `# Tabela dos papéis

O que cada papel da equipe pode e não pode. Os papéis se dão em Configurações, Equipe.

Exportar uma lista pede também a permissão de lê-la. Um token da API faz o que ele permite, e só enquanto o papel de quem o criou permite também.
`;
