import { Settings } from 'lucide-react';
import type { Role } from '#src/wire/access/roles.ts';
import { fold, hasWordFrom, wordsOf } from '#src/wire/basics/words.ts';
import {
  SETTING_GROUPS,
  SETTING_SECTIONS,
  type SettingGroup,
  type SettingSection,
  sectionsOf,
  settingsAddress,
} from '#src/wire/upkeep/setting-sections.ts';
import { rowOf, SETTING_KEYS, sectionOf } from '#src/wire/upkeep/settings-table.ts';
import { type Choice, goTo } from './choice.ts';

/** A section by its name, or by what it holds: then it opens at that card and says what was found. */
export function findSections(text: string, role: Role | null): Choice[] {
  const words = wordsOf(text);
  return sectionsOf(role).flatMap((section) => {
    const name = `Configurações ${SETTING_SECTIONS[section].name}`;
    if (words.every((word) => fold(name).includes(word))) return toChoice(section);
    const part = partsOf(section).find((candidate) => words.every((word) => hasWordFrom(candidate.name, word)));
    return part ? toChoice(section, part) : [];
  });
}

type Part = { name: string; anchor?: string };

function toChoice(section: SettingSection, part?: Part): Choice {
  const address = settingsAddress(section) + (part?.anchor ? `#${part.anchor}` : '');
  const { name } = SETTING_SECTIONS[section];
  const choice = { key: `settings-${section}`, name, icon: Settings, run: goTo(address) };
  return part ? { ...choice, detail: part.name } : choice;
}

function partsOf(section: SettingSection): Part[] {
  const groups = (Object.keys(SETTING_GROUPS) as SettingGroup[]).filter(
    (group) => SETTING_GROUPS[group].section === section,
  );
  const keys = SETTING_KEYS.filter((key) => sectionOf(key) === section);
  return [
    ...groups.map((group) => ({ name: SETTING_GROUPS[group].title, anchor: `group-${group}` })),
    ...keys.map((key) => ({ name: rowOf(key).label, anchor: `group-${rowOf(key).group}` })),
    ...(CARDS[section] ?? []),
  ];
}

/** The sections hold these besides rows of settings. */
const CARDS: Partial<Record<SettingSection, Part[]>> = {
  mail: [
    { name: 'Últimos e-mails', anchor: 'mail-log' },
    { name: 'Conta de e-mail (SMTP)', anchor: 'mail-server' },
  ],
  invoices: [{ name: 'Conta do Focus NFe (token)', anchor: 'invoice-issuer' }],
  bank: [
    { name: 'Cobrança de teste do Pix' },
    { name: 'Avisos de pagamento (webhook)' },
    { name: 'Conferência diária' },
    { name: 'Pagamentos' },
  ],
  team: [{ name: 'Convidar' }, { name: 'Papéis' }],
  backup: [{ name: 'Fazer backup agora' }, { name: 'Pasta dos backups' }, { name: 'Balde S3' }, { name: 'Cifrar' }],
  health: [{ name: 'Pronto para vender' }, { name: 'Espaço em disco' }],
};
