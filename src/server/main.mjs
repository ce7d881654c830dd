/** Plain JavaScript, because stripping types would slow each start by a third. */
import { enableOwnCompileCache } from './build/compile-cache.mjs';

// First of all, since React picks its development build when it is loaded.
process.env.NODE_ENV ??= 'production';
enableOwnCompileCache();
// Imported late, so that it comes from the compile cache.
const { serve } = await import(new URL('../../dist/server/store.mjs', import.meta.url).href);
await serve();
