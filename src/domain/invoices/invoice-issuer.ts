import type {
  FocusEnvironment,
  INVOICE_ISS,
  INVOICE_REGIMES,
  INVOICE_RETENTIONS,
  INVOICE_SIMPLES,
} from '#src/wire/invoices/issuer.ts';
import type { TakerAddress, TakerKind } from '#src/wire/invoices/taker.ts';

/** Who turns a sale into an invoice; the shop signs none itself. */
export type InvoiceIssuer = {
  /** A reference that the issuer knows already makes no second invoice. Never rejects. */
  send(account: IssuerLogin, invoice: InvoiceToIssue): Promise<IssuerAnswer>;
  find(account: IssuerLogin, reference: string): Promise<IssuerAnswer>;
};

export type IssuerLogin = { environment: FocusEnvironment; token: string };

export type InvoiceToIssue = {
  /** It has letters and digits alone. */
  reference: string;
  now: Date;
  soldAt: Date;
  sellerDocument: string;
  amountCents: number;
  description: string;
  taker: { kind: TakerKind; document: string; name: string; address: TakerAddress | null };
  service: InvoiceService;
};

/** The owner's settings, passed through; an empty one is left out. */
export type InvoiceService = {
  cityCode: string;
  serviceCode: string;
  municipalRegistration: string;
  simples: keyof typeof INVOICE_SIMPLES;
  specialRegime: keyof typeof INVOICE_REGIMES;
  issTaxation: keyof typeof INVOICE_ISS;
  issRetention: keyof typeof INVOICE_RETENTIONS;
  furtherFields: Record<string, string>;
};

/**
 * `unknown`: it never got the reference. `refused`: this one as it is. `blocked`: it would take none now, and says why.
 * `unclear`: nobody knows whether it has it.
 */
export type IssuerAnswer =
  | { state: 'issued'; number: string; url: string | null }
  | { state: 'processing' | 'unknown' }
  | { state: 'refused' | 'blocked'; error: string }
  | { state: 'unclear'; reason: string };
