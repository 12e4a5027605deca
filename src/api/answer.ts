import { resultCodes } from '#contract/codes.ts'
import type { ErrorData } from '#contract/envelope.ts'
import { config } from '#src/config.ts'
import { ApiError } from './api-error.ts'

/** HTTP response as read by any client (axios, fetch or tus). */
export interface HttpAnswer {
  status: number
  body: unknown
  header: (name: string) => string | undefined
}

interface Envelope {
  code: string
  data: unknown
  message?: string
  msg?: string
  total?: number
  total_is_capped?: boolean
}

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && typeof (body as Envelope).code === 'string'

/** Returns a fallback message for responses that do not come from the API: a proxy, a captive portal, a dead upstream. */
const messageOf = (status: number): string => {
  if (status === 404) return resultCodes.not_found.message
  if (status === 413) return resultCodes.too_large.message
  if (status === 429) return resultCodes.too_many_requests.message
  return status >= 502 ? resultCodes.unavailable.message : resultCodes.internal.message
}

/** Returns the value if it is a string, else ''; a response from another server may hold any type under these names. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const seconds = (value: string | undefined): number | undefined => (value && /^\d+$/.test(value) ? Number(value) : undefined)

/**
 * Unwraps the envelope (requirements §7); throws `ApiError` for any code but success, whatever the HTTP status (requirements
 * §8).
 */
export function unwrapEnvelope({ status, body, header }: HttpAnswer): {
  data: unknown
  total: number
  total_is_capped?: true
  message: string
} {
  if (isEnvelope(body) && body.code === config.successCode) {
    return {
      data: body.data,
      total: body.total ?? 0,
      ...(body.total_is_capped && { total_is_capped: true }),
      message: body.message ?? '',
    }
  }
  const envelope = typeof body === 'object' && body !== null ? (body as Partial<Envelope>) : undefined
  const details = (envelope?.data ?? {}) as Partial<ErrorData>
  const said = textOf(envelope?.message) || textOf(envelope?.msg) // requirements §8 "message or msg"
  throw new ApiError({
    code: typeof envelope?.code === 'string' ? envelope.code : '',
    status,
    message: said || messageOf(status),
    said,
    errors: details.errors,
    retry_after: details.retry_after ?? seconds(header('retry-after')),
    ticket: details.ticket,
    request_id: details.request_id ?? header('x-request-id'),
  })
}
