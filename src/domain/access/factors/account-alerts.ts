import { deleteAlertsBefore, findAlert, insertAlert } from '#db/queries/access/known-devices.ts';
import { findAdministrator } from '#db/queries/access/users.ts';
import type { AccountAlertKind } from '#db/tables/access.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { Queryable } from '#db/tables.ts';
import { DAY_MS, HOUR_MS } from '#src/wire/basics/durations.ts';
import { newId } from '../../ids.ts';
import type { AccountAlertMail, NewPasswordMail } from '../../mail/content.ts';
import { addressMail } from '../../mail/mail-address.ts';
import type { MailHandlers } from '../../mail/mail-handlers.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import type { Shop } from '../../shop.ts';
import { hashOfToken, tokenOf } from '../../tokens.ts';

type Alert = { userId: string; kind: AccountAlertKind; detail: string };

/** Tells a person by mail what happened to the own account, with a link for who did not do it. */
export async function raiseAlert(tx: Queryable, shop: Shop, alert: Alert): Promise<void> {
  const id = newId();
  const createdAt = shop.clock.now().toISOString();
  await insertAlert(tx, { ...alert, id, createdAt, tokenHash: hashOfToken(alertToken(shop, id)) });
  await queueMail(tx, shop, { kind: alert.kind === 'new_password' ? 'new_password' : 'account_alert', payload: id });
}

export async function clearOldAlerts({ db, clock }: Shop): Promise<void> {
  await deleteAlertsBefore(db, new Date(clock.now().getTime() - DISOWN_MS).toISOString());
}

export const ACCOUNT_ALERT_MAIL = {
  account_alert: { write: writeAlert },
  new_password: { write: writeNewPassword },
} satisfies Partial<MailHandlers>;

async function writeAlert(shop: Shop, mail: OutboxRow): Promise<AccountAlertMail | undefined> {
  const found = await findOpen(shop, mail, DISOWN_MS);
  if (!found || found.alert.kind === 'new_password') return undefined;
  const { id, kind: about, detail, createdAt } = found.alert;
  return {
    kind: 'account_alert',
    ...addressMail(shop, mail, found.user),
    ...{ about, detail, at: createdAt },
    url: `${shop.settings.siteUrl}/conta/nao-fui-eu?t=${alertToken(shop, id)}`,
  };
}

async function writeNewPassword(shop: Shop, mail: OutboxRow): Promise<NewPasswordMail | undefined> {
  const found = await findOpen(shop, mail, NEW_PASSWORD_MS);
  if (!found) return undefined;
  const url = `${shop.settings.siteUrl}/conta/nova-senha?t=${alertToken(shop, found.alert.id)}`;
  return { kind: 'new_password', ...addressMail(shop, mail, found.user), url };
}

async function findOpen(shop: Shop, { payload }: OutboxRow, ms: number) {
  const alert = await findAlert(shop.db, payload ?? '');
  if (!alert || alert.usedAt || Date.parse(alert.createdAt) <= shop.clock.now().getTime() - ms) return undefined;
  const user = await findAdministrator(shop.db, alert.userId);
  return user && { alert, user };
}

function alertToken(shop: Shop, id: string): string {
  return tokenOf(shop, `${id}:alert`);
}

export const DISOWN_MS = 7 * DAY_MS;
export const NEW_PASSWORD_MS = HOUR_MS;
