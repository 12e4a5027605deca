import { computeCreditCodeCheck } from '#contract/tax-number.ts'

/** Returns a valid unified social credit code, a different one for each `nth`. */
export function buildCreditCode(nth = 1): string {
  const head = `91110108MA${String(nth).padStart(7, '0')}`
  return head + computeCreditCodeCheck(head)
}
