import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { type Buyer, readBuyer, storeBuyer } from '#src/client/checkout/checkout-draft.ts';
import type { WhatsappField } from '#src/wire/basics/whatsapp.ts';
import type { DocumentField } from '#src/wire/invoices/invoices.ts';
import { CheckoutForm } from '#src/wire/purchases/checkout-form.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { noWrap } from '../ui/no-wrap.ts';
import { onFirstInteraction } from '../ui/on-first-interaction.ts';
import { Spinner } from '../ui/states/spinner.tsx';
import { CouponBox } from './coupon-box.tsx';
import { QuantityField } from './quantity-field.tsx';
import type { Order } from './use-order.ts';

export type FieldErrors = Partial<Record<keyof Buyer, string>>;

export type BuyerFormProps = {
  values: Buyer;
  document: DocumentField | null;
  whatsapp: WhatsappField | null;
  errors: FieldErrors;
  total: string;
  /** What the mail brings, as `a chave`. */
  delivered: string;
  idempotencyKey: string | null;
  order: Order;
  isCouponOpen: boolean;
  /** It is null where an order has one license. */
  quantityHint: string | null;
  offers: ReactNode;
  communityUrl: string;
  onBuy: (buyer: Buyer) => Promise<void>;
};

/** A real form, which the page also accepts without scripts. */
export function BuyerForm({
  values,
  document,
  whatsapp,
  errors,
  total,
  delivered,
  idempotencyKey,
  order,
  isCouponOpen,
  quantityHint,
  offers,
  communityUrl,
  onBuy,
}: BuyerFormProps) {
  const form = useForm<Buyer>({ resolver: judge, mode: 'onTouched' });
  const { isSubmitting } = form.formState;
  const name = form.register('customerName');
  const email = useSuggestedEmail(form);

  // Uncontrolled fields keep what was typed before this script ran.
  useEffect(() => {
    const kept = readBuyer();
    if (!kept) return;
    for (const field of FIELDS) if (!form.getValues(field)) form.setValue(field, kept[field]);
  }, [form]);

  const errorOf = (field: keyof Buyer) => form.formState.errors[field]?.message ?? errors[field] ?? null;

  return (
    <form
      method="post"
      noValidate
      onChange={() => storeBuyer(form.getValues())}
      onSubmit={(event) => void form.handleSubmit(onBuy)(event)}
      className="grid gap-5 rounded-panel border border-line bg-surface p-5 sm:p-7"
    >
      {/* Enter presses a form's first submit button: without script that must be this one, not the coupon's. */}
      <button type="submit" name="intent" value="pay" hidden />
      {idempotencyKey && <input type="hidden" name="idempotencyKey" value={idempotencyKey} />}
      {quantityHint !== null && <QuantityField order={order} hint={quantityHint} communityUrl={communityUrl} />}
      <TextField
        {...name}
        label="Nome completo"
        type="text"
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="next"
        defaultValue={values.customerName}
        error={errorOf('customerName')}
      />
      <EmailField
        email={email}
        enterKeyHint={(document ?? whatsapp) ? 'next' : 'go'}
        defaultValue={values.customerEmail}
        error={errorOf('customerEmail')}
        hint={`Enviaremos ${delivered} e o recibo para este e-mail.`}
      />
      {document && (
        <TextField
          {...form.register('document')}
          {...document}
          defaultValue={values.document}
          error={errorOf('document')}
        />
      )}
      {whatsapp && (
        <TextField
          {...form.register('whatsapp')}
          {...whatsapp}
          defaultValue={values.whatsapp}
          error={errorOf('whatsapp')}
        />
      )}
      <PaymentMethod />
      {offers}
      <CouponBox order={order} isOpen={isCouponOpen} />
      <PayButton isSubmitting={isSubmitting} total={total} />
    </form>
  );
}

/** The library's resolver weighs more than all of this form. */
const judge: Resolver<Buyer> = (typed) => {
  const { data, error } = CheckoutForm.safeParse(typed);
  if (!error) return { values: data, errors: {} };
  const refused = error.issues.map(({ path: [field], message }) => [field, { type: 'refused', message }]);
  return { values: {}, errors: Object.fromEntries(refused) };
};

function PayButton({ isSubmitting, total }: { isSubmitting: boolean; total: string }) {
  return (
    <div>
      <button
        type="submit"
        name="intent"
        value="pay"
        aria-disabled={isSubmitting}
        className="button-1 min-h-13 w-full text-base"
      >
        {isSubmitting && <Spinner />}
        Pagar {noWrap(total)} com Pix
      </button>
      <p className="mt-3 text-center text-muted text-sm">
        Seus dados servem só para entregar a compra e emitir o recibo.
      </p>
    </div>
  );
}

type EmailProps = Pick<ComponentProps<typeof TextField>, 'enterKeyHint' | 'defaultValue' | 'error' | 'hint'>;

function EmailField({ email, ...field }: EmailProps & { email: ReturnType<typeof useSuggestedEmail> }) {
  return (
    <div>
      <TextField
        {...email.field}
        {...field}
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key === 'Tab') email.suggestFor(event.currentTarget.value);
        }}
      />
      {email.suggested && (
        <p role="status" className="mt-1 text-sm">
          Você quis dizer{' '}
          <button type="button" onClick={email.accept} className="min-h-11 wrap-anywhere font-semibold link">
            {email.suggested}
          </button>
          ?
        </p>
      )}
    </div>
  );
}

/** Asks whether another address was meant, where the typed one looks misspelled. */
function useSuggestedEmail(form: UseFormReturn<Buyer>) {
  const [suggested, setSuggested] = useState<string | null>(null);
  const suggest = useRef<(typed: string) => string | null>(() => null);
  const suggestFor = (typed: string) => setSuggested(suggest.current(typed));
  const field = form.register('customerEmail', {
    onChange: () => setSuggested(null),
    onBlur: (event) => suggestFor(event.target.value),
  });

  useEffect(
    () =>
      onFirstInteraction(async () => {
        suggest.current = (await import('./email-hint.ts')).suggestEmail;
      }),
    [],
  );

  function accept(): void {
    if (!suggested) return;
    form.setValue('customerEmail', suggested, { shouldValidate: true });
    storeBuyer(form.getValues());
    setSuggested(null);
    form.setFocus('customerEmail');
  }

  return { field, suggested, suggestFor, accept };
}

function PaymentMethod() {
  return (
    <fieldset>
      <legend className="font-semibold text-[.9375rem]">Forma de pagamento</legend>
      <label className="mt-1.5 flex min-h-12 items-center gap-3 rounded-field border border-foreground px-4">
        <input type="radio" name="paymentMethod" value="pix" defaultChecked className="size-4.5 accent-petrol-600" />
        <span className="font-semibold">Pix</span>
        <span className="ml-auto text-right text-muted text-sm">aprovação em segundos</span>
      </label>
    </fieldset>
  );
}

const FIELDS = ['customerName', 'customerEmail'] as const;
