import { type Draft, keepDraft, readDraft } from '#src/domain/installation/drafts.ts';
import { noteSaved, skipStep } from '#src/domain/installation/installation.ts';
import { saveMailStep } from '#src/domain/installation/mail-step.ts';
import { checkMailServer } from '#src/domain/mail/mail-server.ts';
import type { Shop } from '#src/domain/shop.ts';
import { attempt, checkForm, type PostedForm, readForm } from '#src/http/forms/forms.ts';
import type { User } from '#src/wire/access/auth.ts';
import { MAIL_PRESET_NAMES, MAIL_PRESETS, MailServer } from '#src/wire/mail/mail-server.ts';
import { type Finding, findingsOf } from '#src/wire/upkeep/findings.ts';

export type ShownMailForm = {
  status: number;
  draft: Draft;
  errors: Record<string, string>;
  trouble: string | null;
  findings: Finding[];
};

/** Returns null once the step has ended. */
export async function takeMailForm(shop: Shop, owner: User, request: Request): Promise<ShownMailForm | null> {
  const field = await readForm(request);
  if (field?.('intent') === 'skip') await skipStep(shop, 'mail');
  else if (shop.settings.isMailGiven) await noteSaved(shop, 'mail');
  else if (!field)
    return {
      status: 422,
      draft: {},
      errors: {},
      trouble: 'O formulário chegou incompleto. Envie de novo.',
      findings: [],
    };
  else return saveOrCheck(shop, owner, field);
  return null;
}

async function saveOrCheck(shop: Shop, owner: User, field: PostedForm): Promise<ShownMailForm | null> {
  const draft = await mergeDraft(shop, field);
  const checked = checkForm(MailServer, draft);
  const shown = { draft, errors: checked.ok ? {} : checked.fields, trouble: null, findings: [] };
  if (!checked.ok) return keep(shop, owner, { ...shown, status: 422 });
  if (field('intent') === 'check') {
    const asked = await attempt(shop.log, checkMailServer(shop, owner, checked.value).then(findingsOf));
    if (asked.ok) return keep(shop, owner, { ...shown, status: 200, findings: asked.value });
    return keep(shop, owner, { ...shown, status: asked.status, ...troubleOf(asked) });
  }
  const saved = await attempt(shop.log, saveMailStep(shop, owner, checked.value, field('before')));
  return saved.ok ? null : keep(shop, owner, { ...shown, status: saved.status, ...troubleOf(saved) });
}

/** A known service brings its server along. A blank password is the one that was typed before, for the same account. */
async function mergeDraft(shop: Shop, field: PostedForm): Promise<Draft> {
  const preset = MAIL_PRESET_NAMES.find((name) => name === field('preset'));
  const { host, port, security } = preset
    ? MAIL_PRESETS[preset]
    : { host: field('host').trim(), port: field('port'), security: field('security') };
  const user = field('user').trim();
  const former = await readDraft(shop, 'mail');
  const isSame = former['host'] === host && former['user'] === user;
  const password = field('password') || (isSame ? (former['password'] ?? '') : '');
  return { preset: preset ?? 'outro', host, port: String(port), security, user, password, from: field('from').trim() };
}

async function keep(shop: Shop, owner: User, shown: ShownMailForm): Promise<ShownMailForm> {
  await keepDraft(shop, owner, 'mail', shown.draft);
  return shown;
}

function troubleOf({ code, message, fields = {} }: { code: string; message: string; fields?: Record<string, string> }) {
  return { errors: fields, trouble: code === 'invalid' ? null : message };
}
