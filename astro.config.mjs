import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, fontProviders, passthroughImageService } from 'astro/config';
import { bundleServer, openShopInDevelopment, precompress } from './src/server/build/astro-integrations.mjs';
import { SCRIPT_FILES } from './src/server/build/script-files.mjs';

// Cut from @fontsource-variable to what Portuguese needs: src/assets/fonts/README.md.
const fontFiles = new URL('./src/assets/fonts/', import.meta.url).pathname;

export default defineConfig({
  output: 'server',
  // Sessions are ours (src/http/sessions/session.ts): Astro's own would be kept in files.
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
    plugins: [tailwindcss(), leaveOutUnusedSchemas()],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: { groups: SCRIPT_FILES },
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

/** The bundler keeps calls that may do something; these only make a schema. */
function leaveOutUnusedSchemas() {
  return {
    name: 'leave-out-unused-schemas',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/src\/wire\// },
      handler: (code) => ({
        code: code.replace(
          /(?<![.\w]|function )(z\s*\.\w+|keyOf|pageOf|listOf|arrayOf|text|line|identifier|orNone|wholeNumber)(?=\()/g,
          '/* @__PURE__ */ $&',
        ),
        map: null,
        moduleSideEffects: false,
      }),
    },
  };
}
