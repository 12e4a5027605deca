import { z } from 'zod'

/** Envelope of every answer (requirements §7): `code` '0' means success; only paged lists have `total`. */
export const buildEnvelope = <D extends z.ZodType>(data: D) =>
  z.object({
    code: z.string(),
    success: z.boolean(),
    data,
    message: z.string(),
    total: z.number().int().optional(),
  })

/** `data` of a failed call: messages by field path (`price.hour`), plus the details that the result code defines. */
export const ErrorData = z
  .object({
    errors: z.record(z.string(), z.array(z.string())).optional(),
    request_id: z.string().optional(),
    retry_after: z.number().int().optional().meta({ description: '秒' }),
  })
  .meta({ id: 'ErrorData' })

export type ErrorData = z.infer<typeof ErrorData>
