/** It is plain JavaScript, because stripping types would slow each start by a third. */
import { enableOwnCompileCache } from './build/compile-cache.mjs';

// React picks its development build when it is loaded, so this comes first of all.
process.env.NODE_ENV ??= 'production';
enableOwnCompileCache();
// The late import comes from the compile cache.
const { serve } = await import(new URL('../../dist/server/store.mjs', import.meta.url).href);
await serve();
