import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, fontProviders, passthroughImageService } from 'astro/config';
import { bundleServer, openShopInDevelopment, precompress } from './src/server/build/astro-integrations.mjs';

// Cut from @fontsource-variable to what Portuguese needs: src/assets/fonts/README.md.
const fontFiles = new URL('./src/assets/fonts/', import.meta.url).pathname;

/** The icons of the checkout, and the React they need, in one file instead of nine that compress badly. */
const checkoutIcons = {
  name: 'react-with-icons',
  test: /lucide-react.+icons\/(?:check|x|chevron-right|chevron-down|circle-exclamation-point|ticket-percent)\./,
};

/** What every page of the shop loads, in one file instead of nine. */
const smallScripts = {
  name: 'shop',
  test: /src\/client\/(?:storefront-bar|traffic-origin|theme|copy-on-click|clipboard|toast|next-page-toast)\.ts|src\/islands\/(?:ui\/(?:overlays\/toast-place|on-first-interaction)|video\/play-on-demand)\.ts|nanostores\/atom/,
};

/** The calls of the checkout, in one file instead of three. */
const payments = { name: 'payments', test: /src\/client\/(?:payments|checkout-draft)\.ts/ };

/** What forms are made of, in one file instead of four. */
const fields = {
  name: 'fields',
  test: /src\/islands\/ui\/(?:fields\/(?:field|text-field)|states\/spinner|on-first-interaction)\.tsx?/,
};

/** What says names and amounts in a sentence, in one file instead of two. */
const wording = { name: 'wording', test: /src\/(?:islands\/ui\/no-wrap|wire\/purchases\/items)\.ts/ };

/** What copies, with its icon, in one file instead of two. */
const copying = { name: 'copying', test: /lucide-react.+icons\/copy\.|src\/islands\/ui\/copy\/use-copy\.ts/ };

/** Days and times, in one file instead of three. */
const days = { name: 'days', test: /src\/wire\/basics\/(?:dates|durations|periods)\.ts/ };

export default defineConfig({
  output: 'server',
  // Sessions are ours (src/http/session.ts): Astro's own would be kept in files.
  session: false,
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), precompress(), bundleServer(), openShopInDevelopment()],
  devToolbar: { enabled: false },
  // Pictures are made before they are uploaded: the server decodes none, for nobody.
  image: {
    service: passthroughImageService(),
    endpoint: { route: '_image', entrypoint: './src/http/no-image-endpoint.ts' },
  },
  // Shiki writes inline styles, which the content security policy forbids.
  markdown: { syntaxHighlight: false },
  vite: {
    plugins: [tailwindcss()],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: { groups: [checkoutIcons, smallScripts, payments, fields, wording, copying, days] },
            },
          },
        },
      },
    },
  },
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Instrument Sans',
      cssVariable: '--font-text',
      fallbacks: ['system-ui', 'sans-serif'],
      options: {
        variants: [
          { weight: '400 700', style: 'normal', stretch: '100%', src: [`${fontFiles}instrument-sans-text.woff2`] },
          { weight: '400 700', style: 'normal', stretch: '86%', src: [`${fontFiles}instrument-sans-heading.woff2`] },
        ],
      },
    },
    {
      provider: fontProviders.local(),
      name: 'Geist Mono',
      cssVariable: '--font-code',
      fallbacks: ['ui-monospace', 'monospace'],
      options: {
        variants: [{ weight: '400 600', style: 'normal', src: [`${fontFiles}geist-mono.woff2`] }],
      },
    },
  ],
  security: {
    // src/server/requests/same-origin.ts compares the whole Origin; Astro's own check lets JSON through and refuses forms behind a TLS proxy.
    checkOrigin: false,
    csp: {
      algorithm: 'SHA-256',
      directives: [
        "default-src 'none'",
        "base-uri 'none'",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        'frame-src https://www.youtube-nocookie.com https://www.youtube.com',
        "img-src 'self' data: blob:",
        "manifest-src 'self'",
        "media-src 'self' blob:",
      ],
    },
  },
});
