import type { Database } from '#db/tables.ts';
import type { LiveSettings, ShopSettings } from '#src/domain/shop-settings.ts';
import { mergeSettings, storedSettings } from '#src/domain/upkeep/settings.ts';
import type { GivenSettings, SettingValues } from '#src/wire/upkeep/settings-table.ts';

/** The environment alone has these. */
type FixedSettings = Omit<ShopSettings, keyof SettingValues | keyof FurtherSettings | 'partners' | 'seller'>;
/** They follow from what is stored elsewhere. */
type FurtherSettings = Pick<ShopSettings, 'isMailSent'>;

type Parts = {
  db: Database;
  given: GivenSettings;
  fixed: FixedSettings;
  readFurther(): Promise<FurtherSettings>;
  onChange(): void;
};

/** Opens one object, which changes in place: whoever holds it reads what counts now. */
export async function openLiveSettings({ db, given, fixed, readFurther, onChange }: Parts) {
  const read = async () => {
    const values = mergeSettings(given, await storedSettings({ db }));
    return { ...values, ...derived(values), ...(await readFurther()) };
  };
  const settings: ShopSettings = { ...fixed, ...(await read()) };
  let begun = 0;
  let applied = 0;
  const live: LiveSettings = {
    given,
    async refresh() {
      begun += 1;
      const turn = begun;
      const fresh = await read();
      // A later read has overtaken this one.
      if (turn < applied) return;
      applied = turn;
      const former = JSON.stringify(settings);
      Object.assign(settings, fresh);
      if (JSON.stringify(settings) !== former) onChange();
    },
  };
  return { settings, live };
}

function derived(values: SettingValues): Pick<ShopSettings, 'partners' | 'seller'> {
  return {
    partners: [values.partnerOne, values.partnerTwo],
    seller: {
      name: values.sellerName,
      document: values.sellerDocument,
      address: values.sellerAddress,
      email: values.sellerEmail,
      phone: values.sellerPhone,
    },
  };
}
