import axios, { type AxiosRequestConfig } from 'axios'
import type { HttpAnswer } from './answer.ts'
import { ApiError } from './api-error.ts'
import { findCurrentToken } from './credentials.ts'
import { takeEarlyAnswer } from './early-answers.ts'
import { http } from './http.ts'
import { recordServerTime } from './server-time.ts'

/**
 * Sends one request; throws `ApiError` with status 0 if no response arrives. A cancelled request rejects with axios's own
 * error.
 */
export async function sendRequest(request: AxiosRequestConfig): Promise<HttpAnswer> {
  if (globalThis.earlyAnswers?.size && (request.method === 'GET' || JSON.stringify(request.data) === '{}')) {
    const early = await takeEarlyAnswer(`${request.method} ${http.getUri(request)}`, {
      access: findCurrentToken()?.access,
      signal: request.signal as AbortSignal | undefined,
    })
    if (early) return { ...early, header: () => undefined } // its date would set the clock wrong by its age
  }
  try {
    const { status, data, headers } = await http.request<unknown>(request)
    const header = (name: string) => {
      const value: unknown = headers[name]
      return typeof value === 'string' ? value : undefined
    }
    recordServerTime(header('date'))
    return { status, body: data, header }
  } catch (error) {
    if (axios.isCancel(error) || !axios.isAxiosError(error)) throw error
    const late = error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT'
    throw new ApiError({
      code: '',
      status: 0,
      message: late ? '服务器响应超时，请稍后再试' : '网络连接失败，请检查网络后重试',
    })
  }
}
