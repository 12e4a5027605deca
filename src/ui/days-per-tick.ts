const px_per_tick = 64

/** Of so many days on an axis this wide, every how many is written so that the dates do not touch. */
export const daysPerTick = (days: number, axis_px: number): number =>
  Math.max(1, Math.ceil(days / Math.max(2, Math.floor(axis_px / px_per_tick))))
