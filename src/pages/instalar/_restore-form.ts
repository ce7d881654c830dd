import { checkRestore, startRestore } from '#src/domain/backups/restores.ts';
import type { Shop } from '#src/domain/shop.ts';
import { attempt, checkForm, readForm } from '#src/http/forms.ts';
import { ANYBODY } from '#src/wire/audit/audit.ts';
import { CheckRestore, type RestoreChoice, StartRestore } from '#src/wire/backups/restores.ts';

type Refused = { status: number; fields: Record<string, string>; trouble: string | null };

/** Returns where the browser goes on, or what was refused. */
export async function takeRestoreForm(shop: Shop, request: Request): Promise<{ isBegun: boolean } | Refused> {
  const field = await readForm(request);
  if (!field) return { status: 422, fields: {}, trouble: 'O formulário chegou incompleto. Envie de novo.' };
  const intent = field('intent');
  if (intent === 'forget') {
    await shop.restores.forget();
    return { isBegun: false };
  }
  if (intent === 'start') {
    const checked = checkForm(StartRestore, { word: field('word').trim(), areKeysFree: field('areKeysFree') === 'on' });
    if (!checked.ok) return { status: 422, fields: checked.fields, trouble: null };
    const begun = await attempt(shop.log, startRestore(shop, { id: ANYBODY }, checked.value));
    return begun.ok ? { isBegun: true } : refusedBy(begun);
  }
  const passphrase = field('passphrase') || null;
  const checked = checkForm(CheckRestore, { choice: choiceOf(field('choice')), passphrase });
  if (!checked.ok) return { status: 422, fields: checked.fields, trouble: null };
  const begun = await attempt(shop.log, checkRestore(shop, checked.value));
  return begun.ok ? { isBegun: false } : refusedBy(begun);
}

/** The value of its radio button. */
export function valueOfChoice(choice: RestoreChoice): string {
  return choice.kind === 'sent' ? `sent:${choice.id}` : `listed:${choice.name}`;
}

function choiceOf(value: string): RestoreChoice | null {
  const [kind, ...rest] = value.split(':');
  const named = rest.join(':');
  if (kind === 'sent') return { kind, id: named };
  return kind === 'listed' ? { kind, name: named } : null;
}

function refusedBy({ status, message, fields = {} }: { status: number; message: string; fields?: object }): Refused {
  const named = Object.entries(fields).map(([name, sentence]) => [name, String(sentence)]);
  return { status, fields: Object.fromEntries(named), trouble: named.length > 0 ? null : message };
}
