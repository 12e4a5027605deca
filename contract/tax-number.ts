import { z } from 'zod'
import { CapitalsDigitsHyphen } from './scalars.ts'

/** GB 32100 omits I, O, S, V and Z; a character's value is its index. */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const creditCodePattern = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/

/** Computes the last character of a unified social credit code from its first 17 (GB 32100-2015). */
export function computeCreditCodeCheck(head: string): string {
  let weight = 1
  let sum = 0
  for (const character of head) {
    sum += alphabet.indexOf(character) * weight
    weight = (weight * 3) % 31
  }
  return alphabet[(31 - (sum % 31)) % 31]!
}

/** Returns whether a code is a unified social credit code: 18 characters, the last one is a checksum. */
export const isCreditCode = (code: string): boolean =>
  creditCodePattern.test(code) && computeCreditCodeCheck(code.slice(0, 17)) === code[17]

/** Tax number of a person; may be empty (requirements §5). */
export const PersonTaxNumber = CapitalsDigitsHyphen.max(20, '税号最多 20 位').default('')

/** Tax number of a company or university: the spec's character rule first, then the code's checksum (product §5). */
export const CreditCode = z
  .string({ error: '请输入税号' })
  .min(1, '请输入税号')
  .regex(/^[A-Z0-9-]*$/, '请输入大写字母、数字、-的组合！')
  .refine((code) => code === '' || !/^[A-Z0-9-]*$/.test(code) || isCreditCode(code), '请输入正确的 18 位统一社会信用代码')
