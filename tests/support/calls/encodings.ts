import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
