import { beforeEach, describe, expect, test } from 'vitest';
import { acceptInvitation, openInvitation } from '#src/domain/access/accept-invitation.ts';
import { createApiToken } from '#src/domain/access/api-tokens.ts';
import { clearOldInvitations, invite, resendInvitation, withdrawInvitation } from '#src/domain/access/invitations.ts';
import { logIn } from '#src/domain/access/login.ts';
import { sessionName } from '#src/domain/access/sessions.ts';
import { recordSignIn } from '#src/domain/access/sign-in-audit.ts';
import { changeRole, removeMember, showTeam } from '#src/domain/access/team.ts';
import { createAffiliate } from '#src/domain/affiliates/affiliates.ts';
import { listAuditPage } from '#src/domain/audit/audit-trail.ts';
import { CATALOG_CHANGED } from '#src/domain/events.ts';
import type { Shop } from '#src/domain/shop.ts';
import { MAIL_HANDLERS } from '#src/domain/upkeep/deliver-mail.ts';
import { readToken } from '#src/http/sessions/api-token.ts';
import type { Role } from '#src/wire/access/roles.ts';
import { AcceptInvitation, INVITATION_HOURS, Invite, MOST_INVITATIONS, TEAM_TEXTS } from '#src/wire/access/team.ts';
import { AUDIT_LIST } from '#src/wire/audit/audit.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';

const PASSWORD = 'uma frase bem comprida';
const BIA = 'bia@estudio.exemplo';

const opened = openShopForEachTest();
let shop: Shop;
let owner: { id: string };
let now: number;
let networks = 0;

beforeEach(async () => {
  now = Date.now();
  shop = opened.with({ clock: { now: () => new Date(now) } });
  owner = await shop.db.selectFrom('users').select('id').where('role', '=', 'owner').executeTakeFirstOrThrow();
});

async function add(id: string, role: Role): Promise<{ id: string }> {
  const person = { id, name: `Pessoa ${id}`, email: `${id}@loja.test`, createdAt: new Date(now).toISOString() };
  await shop.db
    .insertInto('users')
    .values({ ...person, role, passwordHash: 'x', isAdmin: 1, isAffiliate: 0, isActive: 1 })
    .execute();
  return { id };
}

async function newestMail() {
  const mail = await shop.db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  const written = await MAIL_HANDLERS[mail.kind].write(shop, mail);
  return written && { ...written, token: 'url' in written ? (written.url?.split('?t=')[1] ?? '') : '' };
}

const network = () => `network ${++networks}`;
const send = async (email = BIA, role: Role = 'support') => {
  const invitation = await invite(shop, owner, Invite.parse({ email, role }));
  return { ...invitation, token: (await newestMail())?.token ?? '' };
};
const accept = (token: string, typed = { name: 'Bia Luz', password: PASSWORD }) =>
  acceptInvitation(shop, token, AcceptInvitation.parse(typed), network());
const stateOf = async (token: string) => (await openInvitation(shop, token, network())).state;
const refused = (code: string) => expect.objectContaining({ code });
const roleOf = async (id: string) =>
  (await shop.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role;

describe('an invitation', () => {
  test('mails a link of which the database has a hash, and whoever opens it gets the role that it says', async () => {
    const { id, token } = await send();
    expect(await newestMail()).toMatchObject({
      to: { email: BIA },
      inviter: 'Administração',
      role: { name: 'Suporte' },
    });
    const row = await shop.db.selectFrom('invitations').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ id, email: BIA, role: 'support', endedAt: null });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await openInvitation(shop, token, network())).toEqual({ state: 'open', email: BIA, role: 'support' });

    const made = await accept(token);

    expect(await logIn(shop, { email: BIA, password: PASSWORD }, network())).toMatchObject({
      id: made.id,
      name: 'Bia Luz',
      role: 'support',
    });
    await recordSignIn(shop, { id: made.id, session: sessionName('theirs') });
    expect((await showTeam(shop, owner)).members).toContainEqual({
      id: made.id,
      name: 'Bia Luz',
      email: BIA,
      role: 'support',
      seenAt: new Date(now).toISOString(),
      factor: null,
      isSelf: false,
    });
  });

  test('works once, for 72 hours, and not after it was sent anew or withdrawn', async () => {
    const first = await send();
    await accept(first.token);
    await expect(accept(first.token)).rejects.toEqual(refused('invalid_code'));
    expect(await stateOf(first.token)).toBe('ended');

    const late = await send('late@loja.test');
    now += INVITATION_HOURS * HOUR_MS - 1;
    expect(await stateOf(late.token)).toBe('open');
    now += 1;
    expect(await stateOf(late.token)).toBe('expired');
    await expect(accept(late.token)).rejects.toEqual(refused('invalid_code'));

    const again = await resendInvitation(shop, owner, late.id);
    const next = (await newestMail())?.token ?? '';
    expect([await stateOf(late.token), await stateOf(next)]).toEqual(['ended', 'open']);
    await withdrawInvitation(shop, owner, again.id);
    expect(await stateOf(next)).toBe('ended');
    await expect(withdrawInvitation(shop, owner, again.id)).rejects.toEqual(refused('not_found'));

    for (const wrong of ['', 'x', first.token.slice(0, -1), `${first.token}A`])
      expect(await stateOf(wrong)).toBe('unknown');
  });

  test('makes one account of two acceptances at once', async () => {
    const { token } = await send();
    const results = await Promise.allSettled([accept(token), accept(token, { name: 'Outra', password: PASSWORD })]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await showTeam(shop, owner)).members.filter(({ email }) => email === BIA)).toHaveLength(1);
  });

  test('goes to no address of the team, of an affiliate, or with an open one', async () => {
    await send();
    await expect(send()).rejects.toEqual(refused('already_invited'));
    await expect(send('admin@loja.local')).rejects.toMatchObject({ fields: { email: TEAM_TEXTS.alreadyMember } });
    const partner = {
      name: 'Pia',
      email: 'pia@loja.test',
      password: PASSWORD,
      commissionRate: 1_000,
      couponCode: 'PIA',
    };
    await createAffiliate(shop, owner, partner);
    await expect(send(partner.email)).rejects.toMatchObject({ fields: { email: TEAM_TEXTS.ofPartner } });
    now += INVITATION_HOURS * HOUR_MS;
    expect((await send()).isExpired).toBe(false);
    expect((await showTeam(shop, owner)).invitations).toHaveLength(1);
  });

  test('is one of twenty without an answer, and forgotten a month after its time', async () => {
    for (let count = 0; count < MOST_INVITATIONS; count += 1) {
      await shop.limits.forget('invitations', owner.id);
      await send(`pessoa${count}@loja.test`);
    }
    await expect(send()).rejects.toEqual(refused('too_many_invitations'));
    now += INVITATION_HOURS * HOUR_MS + 30 * DAY_MS;
    await clearOldInvitations(shop);
    expect(await shop.db.selectFrom('invitations').select('id').execute()).toEqual([]);
  });

  test('wants a name and twelve letters of a password', () => {
    for (const password of ['onze letras', 'x'.repeat(201), '']) {
      expect(AcceptInvitation.safeParse({ name: 'Bia', password }).success, password).toBe(false);
    }
    expect(AcceptInvitation.safeParse({ name: ' ', password: PASSWORD }).success).toBe(false);
    for (const role of ['admin', '', 'toString', null]) {
      expect(Invite.safeParse({ email: BIA, role }).success).toBe(false);
    }
  });

  test('is limited for each network that opens links', async () => {
    for (let count = 0; count < 30; count += 1) await openInvitation(shop, 'x', 'one network');
    await expect(openInvitation(shop, 'x', 'one network')).rejects.toMatchObject({ kind: 'too_many' });
  });
});

describe('the last owner', () => {
  test('neither leaves nor gives the role up', async () => {
    for (const leave of [
      () => removeMember(shop, owner, owner.id),
      () => changeRole(shop, owner, owner.id, { role: 'manager' }),
    ]) {
      await expect(leave()).rejects.toMatchObject({ kind: 'conflict', code: 'last_owner' });
    }
    const other = await add('outra', 'owner');
    await changeRole(shop, owner, owner.id, { role: 'manager' });
    await expect(changeRole(shop, owner, other.id, { role: 'support' })).rejects.toEqual(refused('last_owner'));
    await expect(changeRole(shop, owner, owner.id, { role: 'owner' })).rejects.toEqual(refused('role_forbidden'));
  });

  test.each([1, 2, 3])('stays when two owners remove each other at once (%i)', async () => {
    const other = await add('outra', 'owner');
    const results = await Promise.allSettled([
      removeMember(shop, owner, other.id),
      removeMember(shop, other, owner.id),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'conflict', code: 'last_owner' },
    });
    expect((await showTeam(shop, owner)).members.filter(({ role }) => role === 'owner')).toHaveLength(1);
  });

  test('is not decided by who was removed while it waited', async () => {
    const [second, third] = [await add('segunda', 'owner'), await add('terceira', 'owner')];
    await removeMember(shop, owner, second.id);
    await expect(removeMember(shop, second, third.id)).rejects.toEqual(refused('role_forbidden'));
    expect(await roleOf(third.id)).toBe('owner');
  });
});

describe('whoever is removed', () => {
  test('loses sessions, tokens, devices and invitations at once, and comes back by an invitation alone', async () => {
    const leaving = await add('saindo', 'owner');
    await shop.sessions.start({ id: 'theirs', userId: leaving.id, device: 'Chrome', createdAt: new Date(now) });
    const { token } = await createApiToken(shop, leaving, { name: 'n8n', scopes: ['sales:read'] });
    await invite(shop, leaving, { email: BIA, role: 'support' });
    const link = (await newestMail())?.token ?? '';
    expect(await readToken(shop, `Bearer ${token}`)).toMatchObject({ role: 'owner' });
    let pagesDropped = 0;
    shop.events.subscribe(CATALOG_CHANGED, () => {
      pagesDropped += 1;
    });

    await removeMember(shop, owner, leaving.id);

    // The login's page may have offered passkeys for this person alone.
    expect(pagesDropped).toBe(1);
    expect(await shop.sessions.find('theirs', new Date(now))).toBeUndefined();
    await expect(readToken(shop, `Bearer ${token}`)).rejects.toEqual(refused('invalid_token'));
    expect(await stateOf(link)).toBe('ended');
    await expect(removeMember(shop, owner, leaving.id)).rejects.toEqual(refused('not_found'));
    await expect(changeRole(shop, owner, leaving.id, { role: 'owner' })).rejects.toEqual(refused('not_found'));
    const back = await send('saindo@loja.test', 'content');
    expect(await accept(back.token)).toEqual(leaving);
    expect(await roleOf(leaving.id)).toBe('content');
    await expect(readToken(shop, `Bearer ${token}`)).rejects.toEqual(refused('invalid_token'));
  });
});

describe('a change of a role', () => {
  test('bounds the next call of a session and of a token that were there before', async () => {
    const person = await add('gerente', 'owner');
    await shop.sessions.start({ id: 'theirs', userId: person.id, device: 'Chrome', createdAt: new Date(now) });
    const { token } = await createApiToken(shop, person, { name: 'n8n', scopes: ['sales:refund'] });
    await invite(shop, person, { email: BIA, role: 'owner' });
    const link = (await newestMail())?.token ?? '';
    await changeRole(shop, owner, person.id, { role: 'support' });
    // An owner of before would come back by it.
    expect(await stateOf(link)).toBe('ended');
    expect((await shop.sessions.find('theirs', new Date(now)))?.user).toMatchObject({ isAdmin: true, role: 'support' });
    expect(await readToken(shop, `Bearer ${token}`)).toMatchObject({ role: 'support' });
  });

  test('is in the trail with who did it, as what, in which session, from what to what', async () => {
    const person = await add('caio', 'support');
    await changeRole(shop, { ...owner, session: sessionName('here') }, person.id, { role: 'finance' });
    const { items } = await listAuditPage(shop, readListRequest(new URLSearchParams(), AUDIT_LIST));
    expect(items[0]).toMatchObject({
      action: 'access.change_role',
      actorName: 'Administração',
      actorRole: 'owner',
      session: sessionName('here'),
      subject: { kind: 'administrator', name: 'Pessoa caio' },
      changes: { role: ['Suporte', 'Financeiro'] },
    });
    await changeRole(shop, owner, person.id, { role: 'owner' });
    await changeRole(shop, person, owner.id, { role: 'manager' });
    const after = await listAuditPage(shop, readListRequest(new URLSearchParams(), AUDIT_LIST));
    expect(after.items.map(({ actorRole }) => actorRole).slice(0, 3)).toEqual(['owner', 'owner', 'owner']);
  });
});

test('the team tells when each was last here, owners first', async () => {
  const person = await add('lia', 'finance');
  await add('nunca', 'content');
  await shop.sessions.start({ id: 'one', userId: person.id, device: 'Chrome', createdAt: new Date(now - HOUR_MS) });
  await shop.sessions.start({ id: 'two', userId: person.id, device: 'Safari', createdAt: new Date(now - MINUTE_MS) });
  const { members } = await showTeam(shop, owner);
  expect(members.map(({ role }) => role)).toEqual(['owner', 'finance', 'content']);
  expect(members[0]).toMatchObject({ isSelf: true });
  const seen = members.map(({ seenAt }) => seenAt && Math.round((now - Date.parse(seenAt)) / MINUTE_MS));
  expect(seen.slice(1)).toEqual([1, null]);
});
