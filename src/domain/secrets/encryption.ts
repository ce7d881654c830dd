/** Encrypts what the owner types on the screen. Each value is bound to its name, so that no row can be exchanged for another. */
export type Encryption = {
  encrypt(name: string, text: string): Promise<string>;
  /** Returns null for what was encrypted with another key, under another name, or changed since. */
  decrypt(name: string, value: string): Promise<string | null>;
};
