const pxPerTick = 64

/** Returns the tick interval in days at which the date labels of an axis this wide do not overlap. */
export const computeDaysPerTick = (days: number, axisPx: number): number =>
  Math.max(1, Math.ceil(days / Math.max(2, Math.floor(axisPx / pxPerTick))))
