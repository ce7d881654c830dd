import { giveUpAddress, saveAddress } from '#src/domain/address/address.ts';
import { checkAddress } from '#src/domain/address/check-address.ts';
import { noteSaved, skipStep } from '#src/domain/installation/installation.ts';
import type { Shop } from '#src/domain/shop.ts';
import { attempt, checkForm, type PostedForm, readForm } from '#src/http/forms/forms.ts';
import type { User } from '#src/wire/access/auth.ts';
import { type AddressState, CheckAddress, SaveAddress } from '#src/wire/address/address.ts';
import { type Finding, findingsOf } from '#src/wire/upkeep/findings.ts';

export type ShownAddressForm = {
  status: number;
  typed: { domain: string; isAgreed: boolean };
  errors: Record<string, string>;
  trouble: string | null;
  findings: Finding[];
};

/** `waits`: the certificate was ordered, and the step's page tells how it goes. */
export type AddressStepEnd = 'ended' | 'waits';

export async function takeAddressForm(
  shop: Shop,
  owner: User,
  state: AddressState,
  request: Request,
): Promise<ShownAddressForm | AddressStepEnd> {
  const field = await readForm(request);
  if (field?.('intent') === 'skip') {
    if (state.source === 'screen' && state.domain !== null && !state.isInUse) await giveUpAddress(shop, owner);
    await skipStep(shop, 'address');
    return 'ended';
  }
  if (state.source !== 'screen') {
    await noteSaved(shop, 'address');
    return 'ended';
  }
  if (field) return saveOrCheck(shop, owner, field);
  const typed = { domain: '', isAgreed: false };
  return { status: 422, typed, errors: {}, trouble: 'O formulário chegou incompleto. Envie de novo.', findings: [] };
}

async function saveOrCheck(shop: Shop, owner: User, field: PostedForm): Promise<ShownAddressForm | 'waits'> {
  const typed = { domain: field('domain').slice(0, 300), isAgreed: field('isAgreed') === 'on' };
  const shown = { typed, errors: {}, trouble: null, findings: [] };
  const isCheck = field('intent') === 'check';
  const checked = isCheck ? checkForm(CheckAddress, typed) : checkForm(SaveAddress, typed);
  if (!checked.ok) return { ...shown, status: 422, errors: checked.fields };
  if (isCheck) {
    const asked = await attempt(shop.log, checkAddress(shop, owner, checked.value).then(findingsOf));
    if (asked.ok) return { ...shown, status: 200, findings: asked.value };
    return { ...shown, status: asked.status, trouble: asked.message };
  }
  const saved = await attempt(shop.log, saveAddress(shop, owner, { ...checked.value, isAgreed: true }));
  if (!saved.ok) return { ...shown, status: saved.status, trouble: saved.message };
  await noteSaved(shop, 'address');
  return 'waits';
}
