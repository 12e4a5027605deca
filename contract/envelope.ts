import { z } from 'zod'

/**
 * Envelope of every answer (requirements §7): `code` '0' means success; only paged lists have `total`, which is at
 * least so many where it is capped.
 */
export const buildEnvelope = <D extends z.ZodType>(data: D) =>
  z.object({
    code: z.string(),
    success: z.boolean(),
    data,
    message: z.string(),
    total: z.number().int().optional(),
    total_is_capped: z
      .literal(true)
      .optional()
      .meta({ description: '至少有 total 条，没有数完；需要准确的条数时带 count=exact 再查' }),
  })

/** `data` of a failed call: messages by field path (`price.hour`), plus the details that the result code defines. */
export const ErrorData = z
  .object({
    errors: z.record(z.string(), z.array(z.string())).optional(),
    request_id: z.string().optional(),
    ticket: z
      .object({ token: z.string(), expires_at: z.string() })
      .optional()
      .meta({ description: '登录的第二步所需，只随 00100041 返回' }),
    retry_after: z.number().int().optional().meta({ description: '秒' }),
  })
  .meta({ id: 'ErrorData' })

export type ErrorData = z.infer<typeof ErrorData>
