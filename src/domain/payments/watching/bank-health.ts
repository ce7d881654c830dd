export type BankCall = 'create' | 'read' | 'cancel' | 'refund' | 'list';

/** The outcomes of all calls; `failed` is a call that threw. */
export type BankCallOutcome =
  | 'created'
  | 'refused'
  | 'unclear'
  | 'found'
  | 'missing'
  | 'unavailable'
  | 'cancelled'
  | 'refunded'
  | 'pending'
  | 'too_many'
  | 'failed';

export type NoteBankCall = (call: BankCall, outcome: BankCallOutcome, tookMs: number) => void;

/** What this process has seen of the bank that charges new orders. */
export type BankHealth = {
  note: NoteBankCall;
  read(): SeenOfBank;
};

type SeenOfBank = {
  /** The first of its failures without an answer since; null where it is no stretch of them. */
  awaySince: Date | null;
  /** It last did what was asked; null where that failed since, or nothing was asked. */
  wellAt: Date | null;
};
