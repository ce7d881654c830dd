import { checkRestore, startRestore } from '#src/domain/backups/restores.ts';
import type { Shop } from '#src/domain/shop.ts';
import { attempt, checkForm, type PostedForm, readForm } from '#src/http/forms/forms.ts';
import { ANYBODY } from '#src/wire/audit/audit.ts';
import { CheckBackupBucket } from '#src/wire/backups/backups.ts';
import { BUCKET_FIELDS } from '#src/wire/backups/bucket-fields.ts';
import { CheckRestore, CopyFolder, type RestoreChoice, StartRestore } from '#src/wire/backups/restores.ts';

type Refused = {
  status: number;
  fields: Record<string, string>;
  trouble: string | null;
  typed?: Record<string, string>;
};

/** Returns where the browser goes on, or what was refused. */
export async function takeRestoreForm(shop: Shop, request: Request): Promise<{ isBegun: boolean } | Refused> {
  const field = await readForm(request);
  if (!field) return INCOMPLETE;
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
  return check(shop, choiceOf(field('choice')), field);
}

/** The place is that of the shop which is gone. */
export async function takeCopyForm(
  shop: Shop,
  request: Request,
  place: 'bucket' | 'folder',
): Promise<{ isBegun: boolean } | Refused> {
  const field = await readForm(request);
  if (!field) return INCOMPLETE;
  if (place === 'folder') {
    const typed = { folder: field('folder').trim() };
    const folder = checkForm(CopyFolder, typed);
    if (!folder.ok) return { status: 422, fields: folder.fields, trouble: null, typed };
    const taken = await check(shop, { kind: 'copy in folder', ...folder.value }, field);
    return 'isBegun' in taken ? taken : { ...taken, typed };
  }
  const names = [...BUCKET_FIELDS.map(({ name }) => name), 'secret'] as const;
  const typed = Object.fromEntries(names.map((name) => [name, field(name).trim()]));
  const bucket = checkForm(CheckBackupBucket, typed);
  if (!bucket.ok) return { status: 422, fields: bucket.fields, trouble: null, typed };
  const taken = await check(shop, { kind: 'copy in bucket', bucket: bucket.value }, field);
  return 'isBegun' in taken ? taken : { ...taken, typed };
}

async function check(shop: Shop, choice: RestoreChoice | null, field: PostedForm) {
  const checked = checkForm(CheckRestore, { choice, passphrase: field('passphrase') || null });
  if (!checked.ok) return { status: 422, fields: checked.fields, trouble: null };
  const begun = await attempt(shop.log, checkRestore(shop, checked.value));
  return begun.ok ? { isBegun: false } : refusedBy(begun);
}

const INCOMPLETE = { status: 422, fields: {}, trouble: 'O formulário chegou incompleto. Envie de novo.' };

/** The value of its radio button. */
export function valueOfChoice(choice: Extract<RestoreChoice, { kind: 'listed' | 'sent' }>): string {
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
