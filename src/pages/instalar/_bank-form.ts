import { saveBankStep } from '#src/domain/installation/bank-step.ts';
import { type Draft, keepDraft, readDraft } from '#src/domain/installation/drafts.ts';
import { noteSaved } from '#src/domain/installation/installation.ts';
import { checkTypedBank } from '#src/domain/payments/choosing/chosen-bank.ts';
import type { Shop } from '#src/domain/shop.ts';
import { attempt, checkForm, type PostedFiles, readFormWithFiles } from '#src/http/forms/forms.ts';
import type { User } from '#src/wire/access/auth.ts';
import type { BankDescription } from '#src/wire/payments/bank.ts';
import { type BankField, fieldsOf } from '#src/wire/payments/bank-fields.ts';
import { PROVIDER_NAMES, type ProviderName } from '#src/wire/payments/pix-providers.ts';
import { TypedBank } from '#src/wire/payments/typed-bank.ts';
import { type Finding, findingsOf } from '#src/wire/upkeep/findings.ts';

export type ShownBankForm = {
  status: number;
  draft: Draft;
  errors: Record<string, string>;
  trouble: string | null;
  findings: Finding[];
};

/** Returns null once the step has ended. */
export async function takeBankForm(
  shop: Shop,
  owner: User,
  known: BankDescription,
  request: Request,
): Promise<ShownBankForm | null> {
  if (shop.liveBanks.isGiven) {
    await noteSaved(shop, 'bank');
    return null;
  }
  const form = await readFormWithFiles(request);
  const provider = PROVIDER_NAMES.find((name) => name === form?.field('provider'));
  if (!form || !provider) {
    return { status: 422, draft: {}, errors: {}, trouble: 'Escolha uma das três opções.', findings: [] };
  }
  const draft = await mergeDraft(shop, form, provider);
  const keepsOthers = isChosen(known, draft);
  const checked = checkForm(TypedBank, { ...draft, keepsOthers });
  const shown = { draft, errors: checked.ok ? {} : checked.fields, trouble: null, findings: [] };
  if (!checked.ok)
    return keep(shop, owner, { ...shown, draft: withoutWrong(draft, provider, checked.fields), status: 422 });
  if (form.field('intent') === 'check') {
    const asked = await attempt(shop.log, checkTypedBank(shop, checked.value).then(findingsOf));
    if (asked.ok) return keep(shop, owner, { ...shown, status: 200, findings: asked.value });
    return keep(shop, owner, { ...shown, status: asked.status, ...troubleOf(asked) });
  }
  const saved = await attempt(shop.log, saveBankStep(shop, owner, checked.value, form.field('before')));
  return saved.ok ? null : keep(shop, owner, { ...shown, status: saved.status, ...troubleOf(saved) });
}

/** What stays blank is what was typed before, for the same bank. */
async function mergeDraft(shop: Shop, { field, file }: PostedFiles, provider: ProviderName): Promise<Draft> {
  const pixBank = field('pixBank') || 'outro';
  const former = await readDraft(shop, 'bank');
  const isSame = former['provider'] === provider && (provider !== 'pix' || former['pixBank'] === pixBank);
  const typed: Draft = { provider, pixBank };
  for (const [name, bankField] of fieldsOf(provider)) {
    const sent = file(`${provider}.${name}`);
    const text = bankField.kind === 'file' ? sent && (await inBase64(sent)) : field(`${provider}.${name}`).trim();
    // Only what is hidden comes back blank; the rest stands in its field.
    const kept = isSame && isHidden(bankField) ? former[name] : undefined;
    const value = text || kept;
    if (value) typed[name] = value;
  }
  return typed;
}

async function inBase64(file: File): Promise<string> {
  return Buffer.from(await file.arrayBuffer()).toString('base64');
}

/** Its other fields stay as they are stored. */
function isChosen(known: BankDescription, draft: Draft): boolean {
  if (known.chosen === null || known.isUnreadable || known.provider !== draft['provider']) return false;
  return known.provider === 'mercadopago' || (known.provider === 'pix' && known.pixBank === draft['pixBank']);
}

/** What is wrong and hidden is typed again. */
function withoutWrong(draft: Draft, provider: ProviderName, errors: Record<string, string>): Draft {
  const wrong: string[] = fieldsOf(provider).flatMap(([name, field]) =>
    name in errors && isHidden(field) ? name : [],
  );
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !wrong.includes(name)));
}

/** A page never has its value. */
function isHidden({ kind }: BankField): boolean {
  return kind === 'file' || kind === 'secret';
}

async function keep(shop: Shop, owner: User, shown: ShownBankForm): Promise<ShownBankForm> {
  await keepDraft(shop, owner, 'bank', shown.draft);
  return shown;
}

function troubleOf({ code, message, fields = {} }: { code: string; message: string; fields?: Record<string, string> }) {
  const isOfField = code === 'invalid' && !('body' in fields);
  return { errors: fields, trouble: isOfField ? null : message };
}
