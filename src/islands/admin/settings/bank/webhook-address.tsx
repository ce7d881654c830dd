import type { ReactNode } from 'react';
import { PIX_PROVIDERS, type ProviderName, webhookAddress } from '#src/wire/payments/pix-providers.ts';
import { FieldToCopy } from '../field-to-copy.tsx';

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
        <>
          <p className="mt-1 mb-3 text-sm text-muted">Cole este endereço em {webhookPanel}.</p>
          <FieldToCopy
            aria-labelledby="webhook-address"
            value={webhookAddress(siteUrl, provider)}
            copyLabel="Copiar endereço"
          />
        </>
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
