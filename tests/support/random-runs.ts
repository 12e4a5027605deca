/**
 * How often a test that throws dice throws them: as often as the variable `<name>` says, else as usual. With DICE_MINUTES
 * it stops earlier once so many minutes are over, and says how far it came.
 */
export const getRandomRuns = (name: string, usual: number): number => Number(process.env[name] ?? usual)

const minutes = Number(process.env.DICE_MINUTES ?? Number.POSITIVE_INFINITY)
export const randomRunsMs = minutes * 60_000

/** For the name of a test: how many throws it makes. */
export const formatRunCount = (throws: number): string => (Number.isFinite(randomRunsMs) ? `up to ${throws}` : String(throws))

/** True until the time for dice, counted from this call, is over. */
export function createTimeCheck(): () => boolean {
  const begun = performance.now()
  return () => performance.now() - begun < randomRunsMs
}

export const logRunCount = (name: string, thrown: number, of: number): void => console.warn(`${name}=${thrown}/${of}`)
