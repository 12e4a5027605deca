import { test } from '@playwright/test'
import { createSeededRandom } from '#tests/support/random.ts'

/** Of the help articles, which share one template, those that are neither the first nor an agreement. */
export const isFurtherArticle = (path: string): boolean =>
  /^\/help\/(?!quick-start|serviceagreement|privacypolicy|anti-mining)./.test(path)

const isLong = process.env.LONG === '1'
/** The setting that reproduces the random sample. */
export const pageSampleSeed = isLong ? 'LONG=1' : `PAGES_SEED=${process.env.PAGES_SEED}`

/** Returns all items with LONG=1; else a sample of this size that depends on PAGES_SEED (playwright.config.ts). */
export function pickPageSample(all: readonly string[], count: number): string[] {
  if (isLong) return [...all]
  const pick = createSeededRandom(Number(process.env.PAGES_SEED))
  const left = [...all]
  const share = Array.from({ length: count }, () => left.splice(pick(left.length), 1)).flat()
  test.info().annotations.push({ type: pageSampleSeed, description: share.join(' ') })
  return share
}
