import { type ReactNode, useRef } from 'react';
import { CopyButton } from '#src/islands/ui/copy/copy-button.tsx';
import { PIX_PROVIDERS, type ProviderName, webhookAddress } from '#src/wire/payments/pix-providers.ts';

type Props = {
  provider: ProviderName;
  siteUrl: string;
  /** Where the shop registers the address itself. */
  children?: ReactNode;
};

/** That of the API Pix is never shown, because it carries a secret. */
export function WebhookAddress({ provider, siteUrl, children }: Props) {
  const { webhookPanel } = PIX_PROVIDERS[provider];
  return (
    <div className="mt-6">
      <h3 className="text-sm font-semibold" id="webhook-address">
        Endereço dos avisos de pagamento
      </h3>
      {webhookPanel ? (
        <AddressToCopy address={webhookAddress(siteUrl, provider)} panel={webhookPanel} />
      ) : (
        (children ?? <WebhookCommand />)
      )}
    </div>
  );
}

function WebhookCommand() {
  return (
    <p className="mt-1 text-sm text-muted">
      O endereço leva um segredo, por isso não aparece aqui. No servidor, rode{' '}
      <code className="code whitespace-nowrap text-foreground">npm run pix:webhook</code> para registrar o endereço no
      banco, e confira de novo.
    </p>
  );
}

function AddressToCopy({ address, panel }: { address: string; panel: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <p className="mt-1 text-sm text-muted">Cole este endereço em {panel}.</p>
      <div className="mt-3 flex flex-col gap-2 sm:flex-row">
        <input
          ref={field}
          readOnly
          aria-labelledby="webhook-address"
          value={address}
          onFocus={(event) => event.currentTarget.select()}
          className="code min-h-11 w-full min-w-0 rounded-field border border-outline bg-background px-3 text-mini"
        />
        <CopyButton label="Copiar endereço" text={address} field={field} className="button-2 shrink-0" />
      </div>
    </>
  );
}
