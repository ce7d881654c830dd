export type PasswordHashing = {
  hash(password: string): Promise<string>;
  /** `stored` is a PHC string; without one it takes as long and returns false. */
  matches(password: string, stored: string | undefined): Promise<boolean>;
  /** It is false for a hash that was made with other parameters than today's. */
  isCurrent(stored: string): boolean;
};
