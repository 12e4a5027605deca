import { computeCreditCodeCheck } from '#contract/tax-number.ts'

/** A right unified social credit code, another one for each `nth`. */
export function buildCreditCode(nth = 1): string {
  const head = `91110108MA${String(nth).padStart(7, '0')}`
  return head + computeCreditCodeCheck(head)
}
