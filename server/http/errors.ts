import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { zhCN } from 'zod/locales'
import type { ErrorData } from '#contract/envelope.ts'
import { DatabaseUnavailable, isLockTimeout } from '#server/db/errors.ts'
import { isDiskFull } from '#server/lib/disk-full.ts'
import { Refusal } from '#server/lib/refusal.ts'

const { localeError } = zhCN()
/** An empty text is no number that is too small. */
z.config({
  localeError: (issue) =>
    issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1 ? '不能为空' : localeError?.(issue),
})

/** Groups messages by dotted field path, as forms need them. */
function toFieldErrors(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.') || '_'
    errors[field] = [...(errors[field] ?? []), issue.message]
  }
  return errors
}

const frameworkRefusals: Record<number, ConstructorParameters<typeof Refusal>[0]> = {
  400: 'invalid',
  404: 'not_found',
  413: 'too_large',
  414: 'too_large',
  415: 'unsupported_media',
  429: 'too_many_requests',
  503: 'unavailable',
}

/** Seconds a client should wait before it retries after a timeout. */
export const busyRetrySeconds = 5

function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof z.ZodError) {
    const errors = toFieldErrors(error)
    return new Refusal('invalid', { message: Object.values(errors)[0]?.[0], errors })
  }
  if (error instanceof DatabaseUnavailable) {
    const message = isLockTimeout(error) ? '另一个操作正在处理同一内容，本次没有执行，请稍后再试' : '服务繁忙，请稍后再试'
    const busy = { message, retry_after: busyRetrySeconds }
    return Object.assign(new Refusal('unavailable', busy), { cause: error })
  }
  if (isDiskFull(error)) return Object.assign(new Refusal('disk_full'), { cause: error })
  const { statusCode, code } = error as Partial<FastifyError>
  if (code === 'ZS003') return new Refusal('insufficient_balance')
  const name = statusCode === undefined ? undefined : frameworkRefusals[statusCode]
  return name && new Refusal(name)
}

/** Answers every failure in the envelope: HTTP status, code and Chinese message, without internal details. */
export function sendErrorReply(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toRefusal(error)
  if (!known) request.log.error({ err: error }, 'unexpected failure')
  // The caller is not at fault if a dependency is down, but an operator should look at it.
  if (known?.cause) request.log.warn({ err: known.cause }, 'refused for want of something else')
  const refusal = known ?? new Refusal('internal')
  const { errors, ticket, retry_after: retryAfter } = refusal.details
  const data: ErrorData = {
    ...(errors && { errors }),
    ...(ticket && { ticket }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(refusal.http_status >= 500 && { request_id: request.id }),
  }
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .status(refusal.http_status)
    .send({ code: refusal.code, success: false, message: refusal.message, data: Object.keys(data).length ? data : null })
}
