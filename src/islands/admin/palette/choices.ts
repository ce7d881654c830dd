import { screensOf } from '#src/islands/admin/frame/screens.ts';
import { can, type Role } from '#src/wire/access/roles.ts';
import { fold, wordsOf } from '#src/wire/basics/words.ts';
import { ACTIONS, LOOK_AND_LEAVE } from './actions.ts';
import { type Choice, type ChoiceGroup, goTo } from './choice.ts';
import { findSections } from './sections.ts';

/** The groups keep their order while nothing is typed; then the group of the closest match comes first. */
export function findChoices(text: string, role: Role | null, recent: readonly Choice[] = []): ChoiceGroup[] {
  const words = wordsOf(text);
  const isFound = ({ name, detail = '', words: more = '' }: Choice) =>
    words.every((word) => fold(`${name} ${detail} ${more}`).includes(word));
  const find = (choices: readonly Choice[]) => rankMatches(choices.filter(isFound), text);
  return [
    { name: 'Ações', choices: find(ACTIONS.filter(({ allow }) => !allow || can(role, allow))) },
    { name: 'Recentes', choices: find(recent) },
    { name: 'Configurações', choices: rankMatches(findSections(text, role), text) },
    { name: 'Telas', choices: find(screenChoices(role)) },
    { name: 'Tema e saída', choices: find(LOOK_AND_LEAVE) },
  ]
    .filter(({ choices }) => choices.length > 0)
    .toSorted((one, other) => closest(one, text) - closest(other, text));
}

/** Prefix matches come first, then word prefixes, then the others, each in their order. */
export function rankMatches(choices: readonly Choice[], text: string): Choice[] {
  return choices.toSorted((one, other) => distanceOf(one, text) - distanceOf(other, text));
}

function closest({ choices }: ChoiceGroup, text: string): number {
  return Math.min(...choices.map((choice) => distanceOf(choice, text)));
}

function distanceOf({ name, detail = '' }: Choice, text: string): number {
  if (fold(name).startsWith(fold(text))) return 0;
  const starts = fold(`${name} ${detail}`).split(/[^\p{L}\p{N}]+/u);
  return wordsOf(text).every((word) => starts.some((start) => start.startsWith(word))) ? 1 : 2;
}

function screenChoices(role: Role | null): Choice[] {
  const screens = screensOf(role).flatMap((group) => group.screens);
  return screens.map(({ name, href, icon }) => ({ key: href, name, icon, run: goTo(href) }));
}
