import type { LlmErrorBody } from '#contract/llm-wire.ts'

const failures = {
  invalid_api_key: { status: 401, type: 'invalid_request_error', message: 'API 密钥无效、已停用或已过期' },
  account_frozen: { status: 403, type: 'permission_error', message: '账号已被冻结，请联系客服' },
  not_open: { status: 403, type: 'permission_error', message: '账号没有开通大模型 API' },
  scope_denied: { status: 403, type: 'permission_error', message: '这个密钥没有调用此接口的权限' },
  model_denied: { status: 403, type: 'permission_error', message: '这个密钥不能使用此模型' },
  insufficient_quota: { status: 402, type: 'insufficient_quota', message: '余额不足，或被进行中的调用占用；请充值后重试' },
  /** Cap of a key: 429 as with OpenAI, because waiting does not help and it is not the 402 of an empty wallet. */
  key_used_up: { status: 429, type: 'insufficient_quota', message: '这个密钥的额度已用完', code: 'insufficient_quota' },
  model_not_found: { status: 404, type: 'invalid_request_error', message: '没有这个模型，或已下架' },
  not_offered: { status: 404, type: 'invalid_request_error', message: '平台没有开通大模型 API' },
  not_found: { status: 404, type: 'invalid_request_error', message: '没有这个接口' },
  invalid_request: { status: 400, type: 'invalid_request_error', message: '请求参数有误' },
  unknown_parameter: { status: 400, type: 'invalid_request_error', message: 'Unrecognized request argument supplied' },
  wrong_kind: { status: 400, type: 'invalid_request_error', message: '这个模型不支持此接口' },
  too_large: { status: 413, type: 'invalid_request_error', message: '请求内容过大' },
  unsupported_media: { status: 415, type: 'invalid_request_error', message: '请求须为 application/json' },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error', message: '请求过于频繁，请稍后再试' },
  upstream_busy: { status: 429, type: 'rate_limit_error', message: '模型正忙，请稍后再试' },
  upstream_error: { status: 502, type: 'server_error', message: '模型服务出错，请稍后再试' },
  upstream_timeout: { status: 504, type: 'server_error', message: '模型服务没有及时答复，请稍后再试' },
  server_busy: { status: 503, type: 'server_error', message: '服务繁忙，请稍后再试' },
  disk_full: { status: 507, type: 'server_error', message: '平台的磁盘空间已满，请稍后再试' },
  server_shutdown: { status: 503, type: 'server_error', message: '服务正在重启，请重试' },
  internal_error: { status: 500, type: 'server_error', message: '服务异常，请稍后再试' },
} as const satisfies Record<string, { status: number; type: string; message: string; code?: string }>
export type LlmFailure = keyof typeof failures

interface OpenaiErrorDetails {
  message?: string
  param?: string | null
  /** Overrides the failure's own code. */
  code?: string
  /** Seconds. */
  retry_after?: number
  headers?: Readonly<Record<string, string>>
}

/** An error of `/v1` in OpenAI's format; clients branch on `code`. */
export class OpenaiError extends Error {
  readonly failure: LlmFailure
  readonly code: string
  readonly param: string | null
  readonly headers: Readonly<Record<string, string>>

  constructor(failure: LlmFailure, { message, param = null, code, retry_after: retryAfter, headers }: OpenaiErrorDetails = {}) {
    const known: { message: string; code?: string } = failures[failure]
    super(message ?? known.message)
    this.failure = failure
    this.code = code ?? known.code ?? failure
    this.param = param
    this.headers = { ...headers, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) }
  }

  get status(): number {
    return failures[this.failure].status
  }

  get body(): LlmErrorBody {
    return { error: { message: this.message, type: failures[this.failure].type, param: this.param, code: this.code } }
  }
}
