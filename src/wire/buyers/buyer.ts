import * as z from 'zod/mini';
import { emailAddress, text } from '../basics/text.ts';
import type { KeyMachines } from '../licenses/machines.ts';
import type { LicenseState, Purchase, PurchaseItem } from '../purchases/purchases.ts';
import type { ItemFiles } from '../releases/releases.ts';

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
export type BuyerCode = z.infer<typeof BuyerCode>;

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
export const ChooseMail = z.object({ wantsUpdates: choice, wantsReminders: choice });
export type ChooseMail = z.infer<typeof ChooseMail>;

export const ChangeEmail = z.object({ email });
export type ChangeEmail = z.infer<typeof ChangeEmail>;

export const EraseBuyer = z.object({ confirm: z.literal('APAGAR', BUYER_TEXTS.confirm) });

export type Buyer = { customerId: string; name: string; email: string; wantsUpdates: boolean; wantsReminders: boolean };

export type BuyerSession = { customer: Pick<Buyer, 'name' | 'email'> };

/** A purchase with all that only its buyer sees. */
export type BuyerPurchase = Omit<Purchase, 'items'> & {
  items: BuyerItem[];
  completedAt: string | null;
  refundedAt: string | null;
};

export type BuyerItem = PurchaseItem &
  ItemFiles & {
    /** It is always a picture of the shop's own. */
    image: string | null;
    /** It is null unless the purchase is COMPLETED. */
    keyState: LicenseState | null;
    activationKey: string | null;
    /** It is null where no computers are counted and none is known. */
    machines: KeyMachines | null;
  };
