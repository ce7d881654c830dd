import type { Settings } from '#src/config.ts';
import type { PixProvider } from '#src/domain/pix.ts';
import type { Clock } from '#src/domain/shop.ts';
import { openApiPix } from '#src/gateways/pix/api-pix/api-pix.ts';
import { openMercadoPago } from '#src/gateways/pix/mercado-pago/mercado-pago.ts';

/** The bank that the settings name. Throws a sentence for the owner where it cannot be opened. */
export function openBank(settings: Settings, clock: Clock, openSandbox: () => PixProvider): PixProvider {
  const shared = { clock, receiverName: settings.STORE_NAME, siteUrl: settings.siteUrl };
  switch (settings.PAYMENT_PROVIDER) {
    case 'sandbox':
      return openSandbox();
    case 'mercadopago':
      return openMercadoPago({
        ...shared,
        accessToken: settings.MERCADOPAGO_ACCESS_TOKEN ?? '',
        webhookSecret: settings.MERCADOPAGO_WEBHOOK_SECRET,
        apiUrl: settings.MERCADOPAGO_API_URL,
      });
    case 'pix':
      return openApiPix({
        ...shared,
        bank: settings.PIX_BANK,
        apiUrl: settings.PIX_API_URL,
        oauthUrl: settings.PIX_OAUTH_URL,
        clientId: settings.PIX_CLIENT_ID ?? '',
        clientSecret: settings.PIX_CLIENT_SECRET ?? '',
        pixKey: settings.PIX_KEY ?? '',
        appKey: settings.PIX_APP_KEY,
        webhookSecret: settings.PIX_WEBHOOK_SECRET,
        certificates: {
          certPath: settings.PIX_CERT_PATH,
          keyPath: settings.PIX_KEY_PATH,
          passphrase: settings.PIX_CERT_PASSPHRASE,
          caPath: settings.PIX_CA_PATH,
        },
      });
  }
}
