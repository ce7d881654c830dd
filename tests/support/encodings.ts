import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** Decoders by Content-Encoding. */
export const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
