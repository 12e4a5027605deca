/** Pseudo-random numbers that are the same for the same seed (mulberry32). */
export function createSeededRandom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** The seed of this run, printed so that a failure can be reproduced: set `<name>_SEED` to it. */
export function pickRunSeed(name: string): number {
  const given = process.env[`${name}_SEED`]
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given)
  console.warn(`${name}_SEED=${seed}`)
  return seed
}
