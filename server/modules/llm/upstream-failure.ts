import { OpenaiError } from '#server/modules/llm/openai-error.ts'

const message_max = 500
/** Whatever looks like a key, an address or a token of the upstream. */
const secrets = /(sk-|key-|Bearer\s+)[\w.*-]+|https?:\/\/\S+/gi

function wordsOf(body: string): { message?: string; param?: string } {
  try {
    const { error, message, detail } = JSON.parse(body) as Record<string, unknown>
    const said =
      typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : { message: error ?? message ?? detail }
    return {
      ...(typeof said.message === 'string' && { message: said.message }),
      ...(typeof said.param === 'string' && { param: said.param }),
    }
  } catch {
    return {}
  }
}

/**
 * What the caller hears when the upstream refuses. Only what is wrong with the request itself is passed on, without anything
 * that looks like a secret; what the upstream has against us is none of the caller's business.
 */
export function failureOf(status: number, body: string): OpenaiError {
  if (status === 400 || status === 422) {
    const { message, param } = wordsOf(body)
    const said = message?.replace(secrets, '***').slice(0, message_max)
    return new OpenaiError('invalid_request', { ...(said && { message: `模型不接受这个请求：${said}` }), param: param ?? null })
  }
  if (status === 413) return new OpenaiError('too_large')
  if (status === 429) return new OpenaiError('upstream_busy', { retry_after: 5 })
  return new OpenaiError(status === 408 || status === 504 ? 'upstream_timeout' : 'upstream_error')
}
