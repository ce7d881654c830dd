/** It holds one of its key's places until it is released, and until its ticket of `offlineUntil` ends. */
export type MachineRow = {
  id: string;
  keyId: string;
  /** It is an HMAC of what the plugin sent. */
  fingerprintHash: string;
  name: string;
  platform: string | null;
  pluginVersion: string | null;
  host: string | null;
  firstSeenAt: string;
  /** It is exact to the hour. */
  lastSeenAt: string;
  releasedAt: string | null;
  releasedBy: ReleasedBy | null;
  /** The longest ticket ends then that was carried to it by hand, and so cannot be taken back. */
  offlineUntil: string | null;
};

/** `idle` is a release by itself, for another machine. */
export type ReleasedBy = 'plugin' | 'buyer' | 'admin' | 'idle';

/** The key is Ed25519, with both halves as JWK; tickets of a retired key stay good. */
export type SigningKeyRow = {
  kid: string;
  publicJwk: string;
  privateKey: string;
  createdAt: string;
  retiredAt: string | null;
};
