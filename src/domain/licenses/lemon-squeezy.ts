import { findMachineOfKey, listMachinesOfKeys, wasTakenBack } from '#db/queries/licenses/machines.ts';
import type { MachineRow } from '#db/tables/licenses.ts';
import {
  LEMON_SQUEEZY_PROBLEMS,
  type LemonSqueezyAbout,
  type LemonSqueezyActivate,
  type LemonSqueezyActivation,
  type LemonSqueezyDeactivation,
  type LemonSqueezyInstance,
  type LemonSqueezyOfInstance,
  type LemonSqueezyProblem,
  type LemonSqueezyValidation,
} from '#src/wire/licenses/lemon-squeezy-calls.ts';
import { readIds } from '#src/wire/products/product-id.ts';
import { newId } from '../ids.ts';
import type { Shop } from '../shop.ts';
import { activate, leavePlace, noteSeen } from './activate-machine.ts';
import { checkLicense, findNamed } from './check-license-key.ts';
import { chooseSold, type SoldLicense } from './foreign-calls.ts';
import { countedAt } from './machine-places.ts';

/** Each call takes a place, as there; the plugin keeps the id of its instance. */
export async function activateForLemonSqueezy(
  shop: Shop,
  { license_key: key, instance_name: name }: LemonSqueezyActivate,
  clientNetwork: string,
): Promise<LemonSqueezyActivation> {
  const told = await answerFor(
    shop,
    { key, missing: name === '' ? 'no_instance_name' : null },
    clientNetwork,
    (license) => takePlace(shop, license, { id: newInstanceId(), name }),
  );
  return { activated: told.about.error === null, ...told.about, instance: told.instance };
}

/** Without an instance the key alone is judged. */
export async function validateForLemonSqueezy(
  shop: Shop,
  { license_key: key, instance_id: id }: LemonSqueezyOfInstance,
  clientNetwork: string,
): Promise<LemonSqueezyValidation> {
  const told = await answerFor(shop, { key, missing: null }, clientNetwork, async (license) => {
    if (!checkLicense(license).isGood) return tell(shop, license, 'disabled');
    if (id === '') return tell(shop, license, null);
    const machine = await noteSeen(shop, license.id, fingerprintOf(id));
    if (machine) return tell(shop, license, null, toInstance(id, machine));
    const isComing = !isOurs(id) && !(await wasTakenBack(shop.db, license.id, hashOf(shop, id)));
    return isComing ? takePlace(shop, license, { id, name: null }) : tell(shop, license, 'unknown_instance');
  });
  return { valid: told.about.error === null, ...told.about, instance: told.instance };
}

/** An instance that was made elsewhere and never asked here holds no place, and is as good as gone. */
export async function deactivateForLemonSqueezy(
  shop: Shop,
  { license_key: key, instance_id: id }: LemonSqueezyOfInstance,
  clientNetwork: string,
): Promise<LemonSqueezyDeactivation> {
  const told = await answerFor(
    shop,
    { key, missing: id === '' ? 'no_instance_id' : null },
    clientNetwork,
    async (license) => {
      const isGone = (await leavePlace(shop, license, hashOf(shop, id))) || !isOurs(id);
      return tell(shop, license, isGone ? null : 'unknown_instance');
    },
  );
  return { deactivated: told.about.error === null, ...told.about };
}

type Told = { about: LemonSqueezyAbout; instance: LemonSqueezyInstance | null };
type Asked = { key: string; missing: LemonSqueezyProblem | null };

async function answerFor(
  shop: Shop,
  { key, missing }: Asked,
  clientNetwork: string,
  tellOf: (license: SoldLicense) => Promise<Told>,
): Promise<Told> {
  if (key === '' || missing) return tellNothing(key === '' ? 'no_key' : missing);
  const { licenses } = await findNamed(shop, key, clientNetwork);
  const license = chooseSold(licenses.filter(({ lemonSqueezyIds }) => lemonSqueezyIds !== null));
  return license ? tellOf(license) : tellNothing('unknown_key');
}

/** A computer that was activated elsewhere comes along with its next check, where a place is free. */
async function takePlace(
  shop: Shop,
  license: SoldLicense,
  { id, name }: { id: string; name: string | null },
): Promise<Told> {
  const judged = checkLicense(license);
  if (!judged.isGood) return tell(shop, license, 'disabled');
  const taken = await activate(shop, judged.license, { fingerprint: fingerprintOf(id), machineName: name });
  if (!taken.valid) return tell(shop, license, taken.code === 'machine_limit' ? 'full' : 'disabled');
  const machine = await findMachineOfKey(shop.db, license.id, hashOf(shop, id));
  return tell(shop, license, null, machine && toInstance(id, machine));
}

async function tell(
  shop: Shop,
  license: SoldLicense,
  problem: LemonSqueezyProblem | null,
  instance: LemonSqueezyInstance | null = null,
): Promise<Told> {
  const machines = await listMachinesOfKeys(shop.db, [license.id], countedAt(license, shop.clock.now()));
  const used = machines.length;
  const active = used > 0 ? 'active' : 'inactive';
  const about: LemonSqueezyAbout = {
    error: problem && LEMON_SQUEEZY_PROBLEMS[problem],
    license_key: {
      id: numberFor(shop, license.id),
      status: checkLicense(license).isGood ? active : 'disabled',
      key: license.key,
      activation_limit: license.machineLimit,
      activation_usage: used,
      created_at: license.completedAt,
      expires_at: null,
      test_mode: false,
    },
    meta: describeSale(shop, license),
  };
  return { about, instance };
}

function tellNothing(problem: LemonSqueezyProblem | null): Told {
  const error = problem && LEMON_SQUEEZY_PROBLEMS[problem];
  return { about: { error, license_key: null, meta: null }, instance: null };
}

function describeSale(shop: Shop, license: SoldLicense): LemonSqueezyAbout['meta'] {
  const [storeId = 0, productId = 0, variantId = 0] = readIds(license.lemonSqueezyIds).map(Number);
  return {
    store_id: storeId,
    order_id: license.purchaseNumber,
    order_item_id: numberFor(shop, license.itemId),
    product_id: productId,
    product_name: license.productName,
    variant_id: variantId,
    variant_name: 'Default',
    customer_id: numberFor(shop, license.customerId),
    customer_name: '',
    customer_email: '',
  };
}

/** Ids are numbers there, which plugins keep in 32 bits; this one leads back to none of ours. */
function numberFor({ keyedHash }: Shop, id: string): number {
  return Number.parseInt(keyedHash(`lemonsqueezy:${id}`).slice(0, 8), 16) >>> 1;
}

function toInstance(id: string, { name, firstSeenAt }: MachineRow): LemonSqueezyInstance {
  return { id, name, created_at: firstSeenAt };
}

/** A UUID of version 8, which Lemon Squeezy makes none of. */
function newInstanceId(): string {
  const drawn = newId();
  const [first, second, third, fourth, last] = [
    [0, 8],
    [8, 12],
    [13, 16],
    [17, 20],
    [20, 32],
  ].map(([from, to]) => drawn.slice(from, to));
  return `${first}-${second}-8${third}-a${fourth}-${last}`;
}

function isOurs(instanceId: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-8/i.test(instanceId);
}

function fingerprintOf(instanceId: string): string {
  return `lemonsqueezy:${instanceId.toLowerCase()}`;
}

function hashOf({ tickets }: Shop, instanceId: string): string {
  return tickets.hashFingerprint(fingerprintOf(instanceId));
}
