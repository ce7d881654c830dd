import { type ChosenBank, listChosenBanks } from '#db/queries/payments/chosen-banks.ts';
import type { Database } from '#db/tables.ts';
import type { Settings } from '#src/config.ts';
import type { LiveBanks } from '#src/domain/payments/live-banks.ts';
import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import type { NoteBankCall } from '#src/domain/payments/watching/bank-health.ts';
import type { Encryption } from '#src/domain/secrets/encryption.ts';
import type { Shop } from '#src/domain/shop.ts';
import type { ShopSettings } from '#src/domain/shop-settings.ts';
import { openUnreadableBank } from '#src/gateways/pix/unreadable-bank.ts';
import { isSettingsError } from '#src/wire/basics/settings-error.ts';
import { bankLabel, PIX_PROVIDERS, type ProviderName } from '#src/wire/payments/pix-providers.ts';
import { TypedBank } from '#src/wire/payments/typed-bank.ts';
import { observeBank } from './bank-health.ts';
import { certificatesOf, describeGiven, type Opening, openBank, openFormerBanks, openStoredBank } from './open-bank.ts';

type Parts = { db: Database; encryption: Encryption; settings: Settings; opening: Opening };

type BankFacts = Pick<ShopSettings, 'provider' | 'isSandbox' | 'bankName'>;

/** `pix` and `facts` are of the same account at any time, since both change in one turn. */
export type OpenBanks = {
  live: LiveBanks;
  current: { pix: PixProvider; formerBanks: PixProvider[]; facts: BankFacts };
  /** It is called after each change. */
  onChange: () => void;
};

export async function openLiveBanks({ db, encryption, settings, opening }: Parts): Promise<OpenBanks> {
  const given = settings.isBankGiven ? await openBank(settings, opening) : null;
  const fromFiles = await openFormerBanks(settings, opening);
  const sandbox = opening.openSandbox();
  let kept = new Map<string, PixProvider>();

  /** An account whose fields are the same keeps its connection and its token. */
  const openRow = async (row: ChosenBank): Promise<PixProvider> =>
    row.provider === sandbox.name ? sandbox : (kept.get(keyOf(row)) ?? openOrStandIn(row, encryption, opening));

  const read = async (rows: ChosenBank[]): Promise<OpenBanks['current']> => {
    const opened = await Promise.all(rows.map(async (row) => ({ row, pix: await openRow(row), name: row.name })));
    kept = new Map(opened.map(({ row, pix }) => [keyOf(row), pix]));
    const chosen = opened.find(({ row }) => row.isCurrent === 1);
    const first = given
      ? { pix: given, name: bankLabel(settings.PAYMENT_PROVIDER, settings.PIX_BANK) }
      : (chosen ?? { pix: sandbox, name: PIX_PROVIDERS.sandbox.label });
    const others = [...opened.map(({ pix }) => pix).filter((pix) => !pix.isUnreadable), ...fromFiles, sandbox];
    return {
      pix: first.pix,
      formerBanks: withoutRepeats(others, first.pix),
      facts: {
        provider: first.pix.name as ProviderName,
        isSandbox: first.pix.name === sandbox.name,
        bankName: first.name,
      },
    };
  };

  const rows = await listChosenBanks(db);
  let known = JSON.stringify(rows);
  let begun = 0;
  let applied = 0;
  const banks: OpenBanks = {
    current: await read(rows),
    onChange: () => undefined,
    live: {
      isGiven: given !== null,
      given: given && given !== sandbox ? describeGiven(settings) : null,
      async refresh() {
        begun += 1;
        const turn = begun;
        const fresh = await listChosenBanks(db);
        const text = JSON.stringify(fresh);
        if (text === known) return;
        const current = await read(fresh);
        // A later read has overtaken this one.
        if (turn < applied) return;
        applied = turn;
        known = text;
        banks.current = current;
        banks.onChange();
      },
      open: (bank) => openStoredBank(bank, opening),
      async judgeCertificate(bank) {
        const { judgeCertificate } = await import('#src/gateways/pix/api-pix/judge-certificate.ts');
        return judgeCertificate(certificatesOf(bank), opening.clock.now());
      },
    },
  };
  return banks;
}

type Listeners = { current: NoteBankCall; former: NoteBankCall; onChange: () => void };

/** Bank and settings of `shop` change in place, and in one turn. */
export function goByBanks(shop: Shop, banks: OpenBanks, { current, former, onChange }: Listeners): void {
  const asCurrent = openObserved(current);
  const asFormer = openObserved(former);
  const apply = () => {
    const { pix, formerBanks, facts } = banks.current;
    Object.assign(shop, { pix: asCurrent(pix), formerBanks: formerBanks.map(asFormer) });
    Object.assign(shop.settings, facts);
  };
  apply();
  banks.onChange = () => {
    apply();
    onChange();
  };
}

/** A bank that stays is the same object, by which callers know it. */
function openObserved(note: NoteBankCall): (bank: PixProvider) => PixProvider {
  const observed = new WeakMap<PixProvider, PixProvider>();
  return (bank) => {
    const known = observed.get(bank) ?? observeBank(bank, note);
    observed.set(bank, known);
    return known;
  };
}

/** Returns null where it is the sandbox. */
export async function openChosenBank(
  { db, encryption }: Pick<Parts, 'db' | 'encryption'>,
  opening: Opening,
): Promise<PixProvider | null> {
  const current = (await listChosenBanks(db)).find(({ isCurrent }) => isCurrent === 1);
  return !current || current.provider === 'sandbox' ? null : openOrStandIn(current, encryption, opening);
}

/** It never becomes the sandbox, where nobody pays. */
async function openOrStandIn(row: ChosenBank, encryption: Encryption, opening: Opening): Promise<PixProvider> {
  const text = row.value === null ? null : await encryption.decrypt(`bank:${row.account}`, row.value);
  const bank = text === null ? undefined : TypedBank.safeParse(JSON.parse(text)).data;
  if (!bank) return openUnreadableBank(row);
  try {
    return await openStoredBank(bank, opening);
  } catch (error) {
    if (isSettingsError(error)) return openUnreadableBank(row);
    throw error;
  }
}

function keyOf({ account, value }: ChosenBank): string {
  return `${account} ${value}`;
}

function withoutRepeats(banks: PixProvider[], first: PixProvider): PixProvider[] {
  const seen = new Set([first.accountId]);
  return banks.filter(({ accountId }) => !seen.has(accountId) && seen.add(accountId));
}
