import type { APIRoute } from 'astro';
import { textResponse } from '#src/http/responses/text-response.ts';

/** The page says the colors of both schemes itself, which win over those of here. */
export const GET: APIRoute = ({ locals }) => {
  const { storeName, accent } = locals.shop.settings;
  const icon = (name: string, size: number, purpose: string) => ({
    src: `/icons/${accent}-${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    id: '/admin',
    name: `${storeName} Admin`,
    short_name: storeName,
    lang: 'pt-BR',
    start_url: '/admin',
    scope: '/admin',
    display: 'standalone',
    theme_color: '#fbfaf7',
    background_color: '#fbfaf7',
    icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable', 512, 'maskable')],
  };
  return textResponse(JSON.stringify(manifest), 'application/manifest+json');
};
