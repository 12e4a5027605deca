import type { OpenCall } from '#server/domains/llm/begin-call.service.ts'
import { OpenaiError } from '#server/domains/llm/openai-error.ts'

const maxMessageLength = 500
/** Matches anything that looks like a key, an address or a token of the upstream. */
const secretPattern =
  /(sk-|key-|Bearer\s+)[\w.*-]+|\w+:\/\/\S+|\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b|\[[\da-f]*:[\da-f:.]*\](:\d+)?|\b(localhost|\w+([.-]\w+)+):\d{2,5}\S*|\b[\w-]+(\.[\w-]+)*\.(internal|local|lan|svc|cluster|com|cn|net|org|io|ai)\b(\.[\w-]+)*/gi

/** Codes that clients branch on and that do not reveal the upstream. */
const safeCodes: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'string_above_max_length',
  'array_above_max_length',
  'integer_above_max_value',
  'integer_below_min_value',
  'decimal_above_max_value',
  'decimal_below_min_value',
  'invalid_type',
  'invalid_value',
  'invalid_json_schema',
  'invalid_function_parameters',
  'missing_required_parameter',
  'unknown_parameter',
  'unsupported_parameter',
  'unsupported_value',
  'invalid_image',
  'invalid_image_format',
  'invalid_image_url',
  'invalid_base64_image',
  'image_too_large',
  'image_parse_error',
  'content_filter',
  'content_policy_violation',
  'data_inspection_failed',
])
const paramPattern = /^[\w.[\]-]{1,100}$/
/** How vLLM, SGLang and DashScope describe in text what OpenAI reports as `context_length_exceeded`. */
const tooLongPattern = /(maximum|model'?s) (context|sequence) length|context (length|window)|range of input length/i

const isText = (value: unknown): value is string => typeof value === 'string'

function parseErrorBody(body: string): Record<string, unknown> {
  try {
    const { error, ...rest } = JSON.parse(body) as Record<string, unknown>
    if (typeof error === 'object' && error !== null) return error as Record<string, unknown>
    return { ...rest, message: error ?? rest.message ?? rest.detail }
  } catch {
    return {}
  }
}

/** Whether the upstream rejected the request itself. */
export const isBadRequest = (status: number): boolean => status === 400 || status === 422

/**
 * Maps an upstream refusal to the caller's error. Only errors of the request itself are passed on, with secrets masked; problems
 * between us and the upstream stay hidden.
 */
export function toUpstreamError(
  status: number,
  body: string,
  { upstream_name: upstreamName, model_id: modelId }: Pick<OpenCall, 'upstream_name' | 'model_id'>,
) {
  if (isBadRequest(status)) {
    const { message, param, code } = parseErrorBody(body)
    const said = isText(message)
      ? message.replaceAll(upstreamName, modelId).replace(secretPattern, '***').slice(0, maxMessageLength)
      : ''
    const known = isText(code) && safeCodes.has(code) ? code : tooLongPattern.test(said) ? 'context_length_exceeded' : undefined
    return new OpenaiError('invalid_request', {
      ...(said && { message: said }),
      ...(known !== undefined && { code: known }),
      param: isText(param) && paramPattern.test(param) ? param : null,
    })
  }
  if (status === 413) return new OpenaiError('too_large')
  if (status === 429) return new OpenaiError('upstream_busy', { retry_after: 5 })
  return new OpenaiError(status === 408 || status === 504 ? 'upstream_timeout' : 'upstream_error')
}
