const pxPerTick = 64

/** Of so many days on an axis this wide, every how many is written so that the dates do not touch. */
export const computeDaysPerTick = (days: number, axisPx: number): number =>
  Math.max(1, Math.ceil(days / Math.max(2, Math.floor(axisPx / pxPerTick))))
