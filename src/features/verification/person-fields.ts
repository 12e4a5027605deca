import type { z } from 'zod'
import { users } from '#contract/users.ts'

const { shape } = users.verify_real_name.body

export type Person = z.input<typeof users.verify_real_name.body>
export type PersonField = keyof Person & string

export const fields = Object.keys(shape) as PersonField[]
export const rules = shape

/** A number as it stands on the card: no spaces, no full-width digits, X in capitals. */
export const plainIdNumber = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
