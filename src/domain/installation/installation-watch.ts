/** What this process knows of the installation. An end is final for its life; a beginning is at its start alone. */
export type InstallationWatch = {
  isUnderWay: boolean;
  /** The e-mail that the environment names for the first administrator. */
  suggestedEmail: string;
  /** Forgets what was rendered meanwhile. */
  noteEnd(): void;
};
