import type { PixBank, Settings } from '#src/config.ts';

/** What the owner calls the bank of the settings. */
export function bankName({ PAYMENT_PROVIDER, PIX_BANK }: Pick<Settings, 'PAYMENT_PROVIDER' | 'PIX_BANK'>): string {
  switch (PAYMENT_PROVIDER) {
    case 'sandbox':
      return 'Banco de teste';
    case 'mercadopago':
      return 'Mercado Pago';
    case 'pix':
      return PIX_BANK_NAMES[PIX_BANK];
  }
}

const PIX_BANK_NAMES: Record<PixBank, string> = {
  efi: 'Efí, pela API Pix',
  bb: 'Banco do Brasil, pela API Pix',
  itau: 'Itaú, pela API Pix',
  sicredi: 'Sicredi, pela API Pix',
  inter: 'Inter, pela API Pix',
  bradesco: 'Bradesco, pela API Pix',
  outro: 'API Pix',
};
