import { Fragment, type ReactNode } from 'react';
import { CopyableText } from '#src/islands/ui/copy/copyable-text.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { sumOfAmounts } from '#src/wire/basics/money.ts';
import { whatsappText } from '#src/wire/customers/whatsapp-contact.ts';
import { groupName, groupsOf, placeIn, pluginNamesOf } from '#src/wire/purchases/items.ts';
import { numberText } from '#src/wire/purchases/purchase-number.ts';
import { PURCHASE_STATUS_LABELS } from '#src/wire/purchases/purchase-status.ts';
import type { Origin } from '#src/wire/reports/origins.ts';
import type { SaleDetails } from '#src/wire/sales/sales.ts';
import { SaleComputers } from './sale-computers.tsx';
import { SaleKey } from './sale-key.tsx';

export function SaleFacts({ sale }: { sale: SaleDetails }) {
  const groups = groupsOf(sale.items, ({ productId, price, kitId }) => kitId ?? `${productId} ${price}`);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Group name="Cliente">
        <Fact name="Nome">
          {sale.customerId ? (
            <a href={`/admin/customers/${sale.customerId}`} className="text-link hover:underline">
              {sale.customerName}
            </a>
          ) : (
            sale.customerName
          )}
        </Fact>
        {sale.customerEmail && (
          <Fact name="E-mail">
            <CopyableText name="e-mail" text={sale.customerEmail} />
          </Fact>
        )}
        {sale.whatsapp && (
          <Fact name="WhatsApp">
            <CopyableText name="WhatsApp" text={whatsappText(sale.whatsapp)} />
          </Fact>
        )}
      </Group>
      <Group name="Compra">
        {groups.map((group) => {
          const [{ id, kitName, termsVersion, price }] = group;
          return (
            <Fragment key={id}>
              <Fact name="Produto">{groupName(group)}</Fact>
              {kitName ? (
                <Fact name="No kit">{pluginNamesOf({ items: group })}</Fact>
              ) : (
                termsVersion && <Fact name="Termos">Versão {termsVersion}, aceita na compra</Fact>
              )}
              <Fact name="Preço">
                {kitName ? sumOfAmounts(group.map((item) => item.price)) : price}
                {group.length > 1 && !kitName && ' cada'}
              </Fact>
            </Fragment>
          );
        })}
        {sale.couponCode && (
          <Fact name="Cupom">
            <span className="code">{sale.couponCode}</span> (− {sale.discountAmount})
          </Fact>
        )}
        <Fact name="Total">
          <strong className="font-semibold">{sale.totalAmount}</strong>
        </Fact>
        <Fact name="Recebido">{sale.paidAmount ?? 'Nada até agora'}</Fact>
        {sale.returnedAmount && <Fact name="Devolvido">{sale.returnedAmount}</Fact>}
        {sale.bank.account && <Fact name="Conta">{sale.bank.account}</Fact>}
        {sale.commission && <Fact name="Comissão">{commissionText(sale.commission)}</Fact>}
        {sale.origin && <Fact name="Origem">{originText(sale.origin)}</Fact>}
        <Fact name="Feito em">{formatDayTime(sale.createdAt)}</Fact>
        {sale.label === PURCHASE_STATUS_LABELS.processing && !sale.review && (
          <Fact name="Pagar até">{formatDayTime(sale.expiresAt)}</Fact>
        )}
      </Group>
      <Group name="Entrega">
        {groups.map((group) =>
          group.map((item, at) => (
            <Delivered
              key={item.id}
              sale={sale}
              item={item}
              name={sale.items.length > 1 ? `${item.productName}${item.kitName ? '' : placeIn(group, at)}` : null}
            />
          )),
        )}
        <Fact name="Downloads">{sale.downloads.toLocaleString('pt-BR')}</Fact>
      </Group>
    </div>
  );
}

type DeliveredProps = { sale: SaleDetails; item: SaleDetails['items'][number]; name: string | null };

function Delivered({ sale, item, name }: DeliveredProps) {
  const given = sale.keys.find(({ itemId }) => itemId === item.id)?.key ?? null;
  const heading = name && <span className="block text-mini text-muted">{name}</span>;
  if (sale.renews) {
    return (
      <Fact name="Renova">
        <a href={`/admin/sales?id=${sale.renews.id}`} className="text-link hover:underline">
          Compra {numberText(sale.renews)}
        </a>
      </Fact>
    );
  }
  return (
    <>
      <Fact name="Chave">
        {heading}
        <SaleKey given={given} item={item} paymentStatus={sale.paymentStatus} />
      </Fact>
      {given && (
        <Fact name="Computadores">
          {heading}
          <SaleComputers keyId={given.id} />
        </Fact>
      )}
    </>
  );
}

export function SaleCodes({ sale }: { sale: SaleDetails }) {
  return (
    <Group name="Códigos">
      <Fact name="Pedido">
        <CopyableText name="código do pedido" text={sale.id} isCode />
      </Fact>
      <Fact name="Transação">
        <CopyableText name="código da transação" text={sale.transactionId} isCode />
      </Fact>
      {sale.importedFrom ? (
        <Fact name="Na origem">
          <CopyableText name="número do pedido na origem" text={numberThere(sale)} isCode />
        </Fact>
      ) : (
        <Fact name="No banco">
          <CopyableText name="referência no banco" text={sale.bank.reference} isCode />
        </Fact>
      )}
      {sale.bank.chargeId && sale.bank.chargeId !== sale.bank.reference && (
        <Fact name="Cobrança">
          <CopyableText name="código da cobrança" text={sale.bank.chargeId} isCode />
        </Fact>
      )}
      {sale.bank.paymentId && (
        <Fact name="Pagamento">
          <CopyableText name="código do pagamento" text={sale.bank.paymentId} isCode />
        </Fact>
      )}
    </Group>
  );
}

/** The reference begins with the platform. */
function numberThere({ bank }: SaleDetails): string {
  return bank.reference.slice(bank.reference.indexOf(':') + 1);
}

export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-sm">{name}</h3>
      <dl className="text-table">{children}</dl>
    </section>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center gap-3 border-t border-line py-1 sm:gap-4">
      <dt className="w-24 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

function originText({ source, campaign, referrerHost, landing }: Origin): string {
  const from = referrerHost && referrerHost !== source ? `de ${referrerHost}` : null;
  return [source, campaign, from, landing && `entrou por ${landing}`].filter(Boolean).join(' · ');
}

function commissionText({ affiliate, amount, status, wasPaid }: NonNullable<SaleDetails['commission']>): string {
  const state = status === 'paid' ? 'paga' : status === 'pending' ? 'a pagar' : 'retirada';
  return `${amount} de ${affiliate}, ${state}${status === 'reversed' && wasPaid ? ' depois de paga' : ''}`;
}
