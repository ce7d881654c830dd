/** `2026-11-22T14` in UTC; `entries` are the visits that came from outside. */
export type VisitsRow = {
  hour: string;
  page: string;
  source: string;
  campaign: string;
  entries: number;
  visits: number;
};

/** A report adds up a day or month of São Paulo; `rows` is JSON, and no row means that there is none. */
export type ReportPartRow = { report: string; period: string; rows: string };

/** The one row says that days from `since` on and before `until` have their parts; earlier ones have no figures. */
export type KeptReportsRow = { since: string; until: string /** Which figures the parts have. */; shape: number };

/** The day is one of São Paulo. */
export type OffersShownRow = { day: string; shown: number };
