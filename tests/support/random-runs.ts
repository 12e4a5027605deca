/**
 * How often a randomised test runs: as set in the variable `<name>`, else the default. With DICE_MINUTES
 * it stops after that many minutes and reports how far it got.
 */
export const getRandomRuns = (name: string, usual: number): number => Number(process.env[name] ?? usual)

const minutes = Number(process.env.DICE_MINUTES ?? Number.POSITIVE_INFINITY)
export const randomRunsMs = minutes * 60_000

/** The number of runs, for the name of a test. */
export const formatRunCount = (throws: number): string => (Number.isFinite(randomRunsMs) ? `up to ${throws}` : String(throws))

/** True until the time for random runs, counted from this call, is over. */
export function createTimeCheck(): () => boolean {
  const begun = performance.now()
  return () => performance.now() - begun < randomRunsMs
}

export const logRunCount = (name: string, thrown: number, of: number): void => console.warn(`${name}=${thrown}/${of}`)
