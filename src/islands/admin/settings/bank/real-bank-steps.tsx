import { useState } from 'react';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { fieldsOf } from '#src/wire/payments/bank-fields.ts';
import { PIX_BANK_NAMES, PIX_BANKS, PIX_PROVIDERS, type PixBank } from '#src/wire/payments/pix-providers.ts';
import { ServerSteps } from './server-steps.tsx';
import { WebhookAddress } from './webhook-address.tsx';

type Chosen = 'mercadopago' | PixBank;

/** The lines that each bank needs, ready to be copied. */
export function RealBankSteps({ siteUrl }: { siteUrl: string }) {
  const [bank, setBank] = useState<Chosen>('mercadopago');
  const isApiPix = bank !== 'mercadopago';
  return (
    <>
      <div className="mt-4 max-w-64">
        <Select
          label="Banco que vai receber"
          value={bank}
          onChange={(chosen) => setBank(chosen as Chosen)}
          options={BANKS}
        />
      </div>
      <ServerSteps
        lines={isApiPix ? linesOf(bank) : MERCADO_PAGO}
        hint={
          isApiPix ? API_PIX_HINT : 'As duas credenciais estão em Suas integrações, no Mercado Pago, na sua aplicação.'
        }
      />
      <WebhookAddress provider={isApiPix ? 'pix' : 'mercadopago'} siteUrl={siteUrl} />
    </>
  );
}

const BANKS = [
  { value: 'mercadopago', label: PIX_PROVIDERS.mercadopago.label },
  ...PIX_BANK_NAMES.map((value) => ({ value, label: PIX_BANKS[value] ?? 'Outro banco, pela API Pix' })),
];

const MERCADO_PAGO = ['PAYMENT_PROVIDER=mercadopago', 'MERCADOPAGO_ACCESS_TOKEN=', 'MERCADOPAGO_WEBHOOK_SECRET='];

function linesOf(bank: PixBank): string[] {
  return [
    'PAYMENT_PROVIDER=pix',
    `PIX_BANK=${bank}`,
    ...fieldsOf('pix').flatMap(([, field]) => (field.isRequired ? `${field.variable}=` : [])),
    'PIX_CERT_PATH=',
    'PIX_CERT_PASSPHRASE=',
    'PIX_WEBHOOK_SECRET=',
    ...(bank === 'bb' ? ['PIX_APP_KEY='] : []),
    ...(bank === 'outro' ? ['PIX_API_URL=', 'PIX_OAUTH_URL='] : []),
  ];
}

const API_PIX_HINT =
  'Client ID, Client Secret e certificado vêm do banco, quando você pede a API Pix. PIX_KEY é a sua chave Pix, PIX_CERT_PATH o lugar do certificado .p12 no servidor, e PIX_WEBHOOK_SECRET de 8 a 128 letras e números que você inventa.';
