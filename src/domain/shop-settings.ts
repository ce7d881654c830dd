import type { ProviderName } from '#src/wire/payments/pix-providers.ts';
import type { GivenSettings, SettingValues } from '#src/wire/upkeep/settings-table.ts';

/** The environment's, the owner's from the screen, and the defaults: always what counts now. Contains no secrets. */
export type ShopSettings = SettingValues & {
  /** It has no trailing slash. */
  siteUrl: string;
  partners: [string, string];
  provider: ProviderName;
  isSandbox: boolean;
  bankName: string;
  isHttps: boolean;
  /** Mail only becomes files in a folder where it is false. */
  isMailSent: boolean;
  /** The environment has the mail server, so the screen cannot change it. */
  isMailGiven: boolean;
  /** Notices leave by it, and have its quota for themselves. */
  hasNoticeAccount: boolean;
  areGatesEnforced: boolean;
  /** It is set anew at each start, so that a change on screen would not last. */
  isGateFromEnvironment: boolean;
  seller: { name: string; document: string; address: string; email: string; phone: string };
  areFilesInBucket: boolean;
  /** The limit is that of one sold file. */
  fileLimitBytes: number;
};

export type LiveSettings = {
  /** The environment has these, so the screen cannot change them. */
  given: GivenSettings;
  /** Reads again what is stored; resolves when this process goes by it. */
  refresh(): Promise<void>;
};
