import { SignJWT } from 'jose'
import { z } from 'zod'
import { DiscountType } from '#contract/activities.ts'
import { ChargeRule } from '#contract/instance.ts'
import { limits } from '#contract/limits.ts'
import { CreateInstanceForm } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { verifyToken } from '#server/lib/signing.ts'

/** Money integer in a token. */
export const BigintText = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt)
/** Image part of a price; absent in quotes stored before images had prices. */
export const imageShareFields = {
  image_price_micro: BigintText.prefault('0'),
  image_version_id: z.string().nullable().default(null),
}
const Quoted = z.object({
  jti: z.string(),
  form: CreateInstanceForm,
  price_id: z.string(),
  price_micro: BigintText,
  ...imageShareFields,
  amount_fen: BigintText,
  /** Discount of the form's coupon, already deducted. */
  discount_fen: BigintText.optional(),
})
export type InstanceQuotePayload = z.output<typeof Quoted>

/** Serializes a quote for storage with a pending order. */
export const serializeQuote = (quoted: InstanceQuotePayload): string =>
  JSON.stringify(quoted, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
export const parseSavedQuote = (kept: unknown): InstanceQuotePayload => Quoted.parse(kept)

/** Parts of a quote for a period of an existing instance. */
export const quotedPeriodFields = {
  jti: z.string(),
  instance_id: z.string(),
  quantity: z.number().int(),
  price_id: z.string(),
  price_micro: BigintText,
  ...imageShareFields,
  amount_fen: BigintText,
  /** The instance when it was priced; if it has changed, the price no longer holds. */
  before: z.object({ charge_rule: ChargeRule, expire_at: z.string().nullable() }),
}
/** Quote of a period for an existing instance at an activity's price. */
const PeriodQuotePayload = z.object({ ...quotedPeriodFields, activity_id: z.string(), charge_rule: DiscountType })

type SigningDeps = Pick<Deps, 'clock' | 'keys'>
type UnsignedQuote<S extends z.ZodType> = Omit<z.output<S>, 'jti'>

const bigintToText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/**
 * Creates a kind of quote, signed for one user and ten minutes (product §3). The token holds the whole quote; nothing is stored.
 */
export function createQuoteKind<S extends z.ZodType<{ jti: string }>>(typ: string, schema: S) {
  return {
    sign({ clock, keys }: SigningDeps, userId: string, quoted: UnsignedQuote<S>): Promise<string> {
      const now = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT(JSON.parse(JSON.stringify(quoted, bigintToText)))
        .setProtectedHeader({ alg: 'HS256', typ })
        .setSubject(userId)
        .setJti(newId('quote'))
        .setExpirationTime(now + limits.quoteValidSeconds)
        .sign(keys.quote[0])
    },
    /** Verifies and parses a token; throws `quote_expired` if it is old, tampered with, or of another kind or user. */
    async read({ clock, keys }: SigningDeps, userId: string, token: string): Promise<z.output<S>> {
      const verified = await verifyToken(token, keys.quote, {
        algorithms: ['HS256'],
        typ,
        subject: userId,
        currentDate: clock.now(),
      }).catch(() => {
        throw new Refusal('quote_expired')
      })
      return schema.parse(verified.payload)
    },
  }
}

const instanceQuote = createQuoteKind('quote+jwt', Quoted)
export const signQuote = instanceQuote.sign
export const readQuote = instanceQuote.read
const periodQuote = createQuoteKind('period-quote+jwt', PeriodQuotePayload)
export const signPeriodQuote = periodQuote.sign
export const readPeriodQuote = periodQuote.read
