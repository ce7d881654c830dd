// A store that loads it first has a clock as far ahead as CLOCK_AHEAD_MS says.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const TrueDate = Date;

globalThis.Date = class extends TrueDate {
  constructor(...parts) {
    if (parts.length === 0) super(TrueDate.now() + aheadMs);
    else super(...parts);
  }

  static now() {
    return TrueDate.now() + aheadMs;
  }
};
