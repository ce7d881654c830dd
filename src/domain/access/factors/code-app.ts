import { confirmCodeApp, deleteCodeApp, findCodeApp, startCodeApp } from '#db/queries/access/code-apps.ts';
import { findAdministrator } from '#db/queries/access/users.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type { ConfirmCodeApp } from '#src/wire/access/factor-forms.ts';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import type { CodeAppBegun, FactorAdded } from '#src/wire/access/factors.ts';
import type { Actor } from '../../audit/audit.ts';
import { conflict, invalid, notFound } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { codeAppName, findStep } from './check-code.ts';
import { noteFactorAdded, noteFactorRemoved } from './own-factors.ts';

/** It counts once one of its codes is typed. */
export async function beginCodeApp(shop: Shop, actor: Actor): Promise<CodeAppBegun> {
  const user = await findAdministrator(shop.db, actor.id);
  if (!user) throw notFound(FACTOR_TEXTS.noApp);
  const text = await shop.factors.drawCodeSecret();
  const secret = await shop.encryption.encrypt(codeAppName(actor.id), text);
  const createdAt = shop.clock.now().toISOString();
  if (!(await startCodeApp(shop.db, { userId: actor.id, secret, createdAt }))) {
    throw conflict('has_code_app', FACTOR_TEXTS.hasApp);
  }
  const { storeName } = shop.settings;
  const address = await shop.factors.addressCodeApp({ secret: text, shopName: storeName, email: user.email });
  return { secret: text, address, qrCodeBase64: await shop.drawQrCode(address) };
}

export async function confirmOwnCodeApp(shop: Shop, actor: Actor, { code }: ConfirmCodeApp): Promise<FactorAdded> {
  const app = await findCodeApp(shop.db, actor.id);
  if (!app || app.confirmedAt) throw conflict('no_code_app', FACTOR_TEXTS.noApp);
  const step = await findStep(shop, actor.id, app.secret, code.replace(/\s/g, ''));
  if (step === null) throw invalid('code', FACTOR_TEXTS.wrongCode);
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, `factors ${actor.id}`);
    const recoveryCodes = await noteFactorAdded(tx, shop, actor, {
      action: 'access.add_code_app',
      detail: 'aplicativo de códigos',
      store: async () => {
        const now = shop.clock.now().toISOString();
        const { secret } = app;
        if (!(await confirmCodeApp(tx, { userId: actor.id, secret, step, now }))) {
          throw conflict('no_code_app', FACTOR_TEXTS.noApp);
        }
      },
    });
    return { success: true, recoveryCodes };
  });
}

export async function removeCodeApp(shop: Shop, actor: Actor): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, `factors ${actor.id}`);
    if (!(await deleteCodeApp(tx, actor.id))) throw notFound(FACTOR_TEXTS.noApp);
    const detail = 'aplicativo de códigos';
    await noteFactorRemoved(tx, shop, actor, { action: 'access.remove_code_app', detail });
  });
}
