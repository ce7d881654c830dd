import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** What makes plain bytes again of each encoding that the store speaks. */
export const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
