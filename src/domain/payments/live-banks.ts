import { findCurrentBank } from '#db/queries/payments/chosen-banks.ts';
import type { Queryable } from '#db/tables.ts';
import type { CertificateVerdict } from '#src/wire/payments/bank.ts';
import type { StoredBank } from '#src/wire/payments/typed-bank.ts';
import type { PixProvider } from './pix-provider.ts';

/** `shop.pix` and `shop.formerBanks` change in place with what is chosen on the screen. */
export type LiveBanks = {
  /** The environment says the bank, so that the screen cannot. */
  isGiven: boolean;
  /** It is null unless the environment says a bank that takes money. */
  given: GivenBank | null;
  /** Reads again what is chosen; resolves when this process goes by it. */
  refresh(): Promise<void>;
  /** Opens an account that nothing is charged at yet; throws a sentence with the names of the server's settings. */
  open(bank: StoredBank): Promise<PixProvider>;
  judgeCertificate(bank: StoredBank): Promise<CertificateVerdict | null>;
};

export type GivenBank = {
  /** The lines that say it. */
  variables: readonly string[];
  /** It as the screen would have typed it; throws a sentence where a file of it cannot be read. */
  read(): Promise<StoredBank>;
};

/** Wakes every process to read the chosen bank again. */
export const BANK_CHANGED = 'bank';

/** The sandbox counts, too: the owner chose it on the screen. */
export async function hasChosenBank({ db }: { db: Queryable }): Promise<boolean> {
  return (await findCurrentBank(db)) !== undefined;
}

export const BANK_UNREADABLE =
  'Os segredos do banco não podem ser lidos: a chave que os cifra não é mais a mesma. Digite-os de novo em Configurações, Banco.';
