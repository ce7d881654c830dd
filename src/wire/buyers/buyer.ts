import * as z from 'zod/mini';
import { emailAddress, text } from '../basics/text.ts';
import { Invoice } from '../invoices/invoices.ts';
import { KeyMachines } from '../licenses/machines.ts';
import { LicenseState, Purchase, PurchaseItem } from '../purchases/purchases.ts';
import { ItemFiles } from '../releases/releases.ts';

export const BUYER_TEXTS = {
  linkAsked: 'Se houver compras com este e-mail, o link chega em instantes. Confira também o spam.',
  invalidCode: 'Este link ou código não vale mais. Peça outro.',
  notFound: 'Não achamos uma compra com esses dados. Confira o número no comprovante do banco.',
  reference: 'Digite o número longo da compra ou o código do Pix.',
  shortNumber:
    'O número curto, como #1048, não basta, porque pode ser adivinhado. Use o código do Pix (começa com E), que está no comprovante do seu banco, ou o número longo, que está no recibo depois do pedido.',
  newEmailAsked: 'Enviamos um link para o novo endereço. A troca vale depois que você abrir esse link.',
  sameEmail: 'Este já é o seu e-mail.',
  openPurchase: 'Há um Pix em aberto. Espere ele ser pago ou expirar.',
  openRefund: 'Há uma devolução em andamento. Espere o dinheiro voltar.',
  unknownOpeningCode:
    'Este código não abre nenhuma compra: pode ter vencido ou já ter sido usado. Confira as letras, ou peça outro no celular.',
  confirm: 'Digite APAGAR para confirmar.',
} as const;

export const TOKEN_TRIES = 5;
export const SIGN_IN_MINUTES = 15;

const email = emailAddress('Email inválido');

export const RequestLink = z.object({ email });
export type RequestLink = z.infer<typeof RequestLink>;

const token = text(1, 100, BUYER_TEXTS.invalidCode);

const BuyerToken = z.object({ token });

export const BuyerCode = z.object({
  email,
  code: z.pipe(
    text(1, 40, 'Digite o código de seis números do e-mail.'),
    z.transform((typed) => typed.replace(/\D/g, '')),
  ),
});

export const OpenBuyerSession = z.union([BuyerToken, BuyerCode], 'Envie o link, ou o e-mail e o código.');
export type OpenBuyerSession = z.infer<typeof OpenBuyerSession>;

/** The hyphen is dropped, and letters become capitals. */
export const OpenByCode = z.object({
  code: z.pipe(
    z.pipe(
      text(1, 40, 'Digite o código que o celular mostra.'),
      z.transform((typed) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')),
    ),
    z.string().check(z.length(8, 'O código tem oito letras e números, como no celular.')),
  ),
});
export type OpenByCode = z.infer<typeof OpenByCode>;

/** People say `#1048`, but whoever knows the address could guess it. A bank's number of a payment is longer. */
const SHORT_NUMBER = /^(?:#\s*\d+|\d{1,8})$/;

export const RecoverPurchase = z.object({
  email,
  reference: text(1, 100, BUYER_TEXTS.reference).check(
    z.refine((typed) => !SHORT_NUMBER.test(typed), BUYER_TEXTS.shortNumber),
  ),
});
export type RecoverPurchase = z.infer<typeof RecoverPurchase>;

const choice = z.optional(z.boolean('Diga sim ou não.'));
export const ChooseMail = z.object({ wantsUpdates: choice, wantsReminders: choice, wantsReviewNotices: choice });
export type ChooseMail = z.infer<typeof ChooseMail>;

export const ChangeEmail = z.object({ email });
export type ChangeEmail = z.infer<typeof ChangeEmail>;

export const EraseBuyer = z.object({ confirm: z.literal('APAGAR', BUYER_TEXTS.confirm) });

export const Buyer = z.object({
  customerId: z.string(),
  name: z.string(),
  email: z.string(),
  wantsUpdates: z.boolean(),
  wantsReminders: z.boolean(),
  wantsReviewNotices: z.boolean(),
});
export type Buyer = z.infer<typeof Buyer>;

/** The amounts are display text: what the buyer still pays, and what the kit costs others. */
export type KitToComplete = {
  id: string;
  name: string;
  image: string;
  /** As a product has it. */
  mosaic: string[];
  /** Names the plugins that are not owned. */
  missing: string;
  amount: string;
  fullAmount: string;
};

export const BuyerSession = z.object({
  customer: z.pick(Buyer, { name: true, email: true }),
});
export type BuyerSession = z.infer<typeof BuyerSession>;

export const BuyerItem = z.extend(z.extend(PurchaseItem, ItemFiles.shape), {
  /** It is always a picture of the shop's own. */
  image: z.nullable(z.string()),
  /** It is null unless the purchase is COMPLETED. */
  keyState: z.nullable(LicenseState),
  activationKey: z.nullable(z.string()),
  /** It says why a key that was given does not hold any more. */
  keyNote: z.nullable(z.string()),
  /** It is null where no computers are counted and none is known. */
  machines: z.nullable(KeyMachines),
  /** It is null while its updates cannot be prolonged; `openPurchaseId` is a Pix that waits for it. */
  renewal: z.nullable(
    z.object({
      months: z.number(),
      amount: z.string(),
      openPurchaseId: z.nullable(z.string()),
    }),
  ),
  /** It is null where none may be written, and none is there. */
  review: z.nullable(z.enum(['written', 'open'])),
});
export type BuyerItem = z.infer<typeof BuyerItem>;

/** A purchase with all that only its buyer sees. */
export const BuyerPurchase = z.extend(z.omit(Purchase, { items: true }), {
  items: z.array(BuyerItem),
  completedAt: z.nullable(z.string()),
  refundedAt: z.nullable(z.string()),
  /** It is null where none can be asked for. */
  invoice: z.nullable(Invoice),
});
export type BuyerPurchase = z.infer<typeof BuyerPurchase>;
