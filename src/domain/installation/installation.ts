import { findAnyAdministrator, findUserById } from '#db/queries/access/users.ts';
import {
  findInstallation,
  finishInstallation,
  insertSkippedStep,
  listInstallationSteps,
  upsertInstallationStep,
} from '#db/queries/installation/installation.ts';
import { inTransaction } from '#db/transactions.ts';
import {
  INSTALLATION_STEPS,
  type InstallationStep,
  type SkippableStep,
  STEPS,
  type StepState,
} from '#src/wire/installation/steps.ts';
import { INSTALLATION_TEXTS } from '#src/wire/installation/texts.ts';
import { readChosenAddress } from '../address/chosen-address.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { conflict } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** Asks the database while it may be so, since another process may have opened the shop. */
export async function isBeingInstalled(shop: Shop): Promise<boolean> {
  if (!shop.installation.isUnderWay) return false;
  const found = await findInstallation(shop.db);
  if (found && found.finishedAt === null) return true;
  shop.installation.noteEnd();
  return false;
}

export async function hasFirstAccount({ db }: Pick<Shop, 'db'>): Promise<boolean> {
  return (await findAnyAdministrator(db)) !== undefined;
}

export async function listStepStates(shop: Shop): Promise<StepState[]> {
  const [rows, administrator, address] = await Promise.all([
    listInstallationSteps(shop.db),
    findAnyAdministrator(shop.db),
    readChosenAddress(shop),
  ]);
  const email = administrator && (await findUserById(shop.db, administrator.id))?.email;
  return STEPS.map((step) => {
    const state = rows.find((row) => row.step === step)?.outcome ?? 'open';
    const notes = { open: INSTALLATION_STEPS[step].note, skipped: 'Ficou para depois' };
    return {
      step,
      state,
      note: state === 'saved' ? noteOf(shop, step, { email, domain: address.domain }) : notes[state],
    };
  });
}

type Known = { email: string | undefined; domain: string | null };

function noteOf({ settings }: Shop, step: InstallationStep, { email, domain }: Known): string {
  const notes: Record<InstallationStep, string> = {
    account: email ?? '',
    store: [settings.storeName, documentNote(settings.seller.document)].filter(Boolean).join(' · '),
    address: domain ?? new URL(settings.siteUrl).host,
    bank: settings.bankName,
    mail: settings.mailFrom,
    ready: INSTALLATION_STEPS.ready.note,
  };
  return notes[step];
}

function documentNote(document: string): string {
  if (document === '') return '';
  return document.replace(/\D/g, '').length === CPF_DIGITS && !/[a-z]/i.test(document)
    ? 'CPF conferido'
    : 'CNPJ conferido';
}

const CPF_DIGITS = 11;

export async function noteSaved(shop: Shop, step: SkippableStep): Promise<void> {
  await upsertInstallationStep(shop.db, { step, outcome: 'saved', endedAt: shop.clock.now().toISOString() });
}

export async function skipStep(shop: Shop, step: SkippableStep): Promise<void> {
  await insertSkippedStep(shop.db, step, shop.clock.now().toISOString());
}

/** From then on visitors see the shop; the page has made sure that a bank is chosen. */
export async function openToVisitors(shop: Shop, actor: Actor): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    const isOurs = await finishInstallation(tx, shop.clock.now().toISOString());
    if (!isOurs) throw conflict('already_open', INSTALLATION_TEXTS.finished);
    await recordChange(tx, shop, actor, { action: 'settings.open_shop', entityId: 'shop' });
  });
  shop.installation.noteEnd();
}
