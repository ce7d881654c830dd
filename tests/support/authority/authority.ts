/** Certifies domains that lead to this machine's own ports. */
export type TestAuthority = {
  directory: string;
  /** The certificates that it gives end here, in PEM. */
  root: string;
  close(): Promise<void>;
};

/** Without it no account is opened. */
export type RequiredBinding = { kid: string; hmacKey: string };

export type AuthorityPorts = { http: number; https: number };
