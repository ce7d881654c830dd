import type { Client } from './client.ts';

/** A new shop that nobody prepared by the environment. */
export const NEW_SHOP = {
  DEMO_DATA: 'false',
  ADMIN_EMAIL: '',
  ADMIN_PASSWORD: '',
  ADMIN_GATE_PASSWORD: '',
  PAYMENT_PROVIDER: '',
};

export const ANA = { name: 'Ana Souza', email: 'ana@lume.exemplo', password: 'uma frase comprida' };

export const FIRST_PRODUCT = {
  name: 'Curva Lume',
  price: 'R$ 10,00',
  downloadUrl: 'https://arquivos.exemplo/curva.zip',
  requiresActivation: false,
};

/** Returns the path of the last link that the store printed. */
export function printedLink(output: string): string {
  const [link] = [...output.matchAll(/https?:\/\/\S+(\/instalar\?chave=[\w-]{22})\n/g)].slice(-1);
  if (!link?.[1]) throw new Error(`The store printed no link:\n${output}`);
  return link[1];
}

/** Sends a form as a browser does, without a script. */
export async function sendForm(
  client: Client,
  path: string,
  fields: Record<string, string>,
): Promise<{ status: number; location: string | null; text: string }> {
  const response = await client.fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}
