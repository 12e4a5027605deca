import { test } from '@playwright/test'
import { createSeededRandom } from '#tests/support/random.ts'

/** Of the articles of the help centre, which are all drawn alike, what is neither the first nor an agreement. */
export const isFurtherArticle = (path: string): boolean =>
  /^\/help\/(?!quick-start|serviceagreement|privacypolicy|anti-mining)./.test(path)

const isLong = process.env.LONG === '1'
/** What replays the share that was drawn. */
export const pageSampleSeed = isLong ? 'LONG=1' : `PAGES_SEED=${process.env.PAGES_SEED}`

/** All of these with LONG=1; else so many of them, others with each PAGES_SEED (playwright.config.ts). */
export function pickPageSample(all: readonly string[], count: number): string[] {
  if (isLong) return [...all]
  const pick = createSeededRandom(Number(process.env.PAGES_SEED))
  const left = [...all]
  const share = Array.from({ length: count }, () => left.splice(pick(left.length), 1)).flat()
  test.info().annotations.push({ type: pageSampleSeed, description: share.join(' ') })
  return share
}
