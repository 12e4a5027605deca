import type { z } from 'zod'
import { users } from '#contract/users.ts'

const { shape } = users.verify_real_name.body

export type RealNameInput = z.input<typeof users.verify_real_name.body>
export type RealNameField = keyof RealNameInput & string

export const realNameFields = Object.keys(shape) as RealNameField[]
export const realNameSchemas = shape

/** A number as it stands on the card: no spaces, no full-width digits, X in capitals. */
export const normalizeIdNumber = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
