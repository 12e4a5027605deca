import { DetailedError, type HttpRequest, Upload } from 'tus-js-client'
import type { AuthTokens } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { unwrapEnvelope } from './answer.ts'
import { ApiError } from './api-error.ts'
import { toApiUrl } from './api-host.ts'
import { getCurrentToken, renewAccessToken } from './credentials.ts'

/** One request carries so much at most: short enough for an access token, long enough not to be felt. */
const chunkBytes = 33_554_432
/** A line over which nothing moves for so long is a broken one; the browser itself would wait for ever. */
const silenceMs = 45_000

export interface ByteUpload {
  /** `tus_path` of the upload. */
  path: string
  file: File
  /** How much the server has, and what is on its way to it. */
  onProgress: (sentBytes: number) => void
  signal: AbortSignal
}

const unanswered = () => new ApiError({ code: '', status: 0, message: '网络连接失败，请检查网络后重试' })

/** The refusal behind an error of tus; of an answer without an envelope, its status. */
function toApiError(error: Error | DetailedError): unknown {
  if (!(error instanceof DetailedError)) return error
  const answer = error.originalResponse
  // a broken line is an event, whatever else went wrong an error
  if (!answer) return error.causingError instanceof Error ? error.causingError : unanswered()
  const text = answer.getBody()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  try {
    unwrapEnvelope({ status: answer.getStatus(), body, header: (name) => answer.getHeader(name) ?? undefined })
  } catch (refused) {
    return refused
  }
  return new ApiError({ code: '', status: answer.getStatus(), message: resultCodes.internal.message })
}

/** One attempt, from where the server is to the end of the file. */
function attemptUpload({ path, file, onProgress, signal }: ByteUpload, carry: (request: HttpRequest) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let watchdog: ReturnType<typeof setTimeout> | undefined
    const end = (settle: () => void) => {
      clearTimeout(watchdog)
      signal.removeEventListener('abort', stop)
      settle()
    }
    const upload = new Upload(file, {
      uploadUrl: new URL(toApiUrl(path), window.location.href).href,
      chunkSize: chunkBytes,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: carry,
      onProgress: (sent) => {
        alive()
        onProgress(sent)
      },
      onSuccess: () => end(resolve),
      onError: (error) => end(() => reject(toApiError(error))),
    })
    const stop = () => {
      void upload.abort()
      end(() => reject(signal.reason))
    }
    const alive = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => {
        void upload.abort()
        end(() => reject(unanswered()))
      }, silenceMs)
    }
    signal.addEventListener('abort', stop)
    alive()
    upload.start()
  })
}

/**
 * Sends what the server lacks of a file, by tus. Rejects with `ApiError` – status 0 when the line broke – or with the
 * signal's reason. A 401 renews the session once and goes on (requirements §4); every other retry is the caller's.
 */
export async function uploadBytes(sending: ByteUpload): Promise<void> {
  sending.signal.throwIfAborted()
  let carried: AuthTokens | null = null
  const carry = (request: HttpRequest) => {
    carried = getCurrentToken()
    if (carried) request.setHeader('Authorization', `Bearer ${carried.access}`)
  }
  /** Bytes that moved since show that the renewed session was good: the next 401 is another one. */
  let renewedAt = -1
  let reached = 0
  const watched: ByteUpload = {
    ...sending,
    onProgress: (sent) => {
      reached = sent
      sending.onProgress(sent)
    },
  }
  for (;;) {
    try {
      return await attemptUpload(watched, carry)
    } catch (error) {
      const signedOut = error instanceof ApiError && error.status === 401
      if (!signedOut || renewedAt === reached) throw error
      renewedAt = reached
      await renewAccessToken(carried)
    }
  }
}
