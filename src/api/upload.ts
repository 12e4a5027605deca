import { DetailedError, type HttpRequest, Upload } from 'tus-js-client'
import type { AuthTokens } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { unwrapEnvelope } from './answer.ts'
import { ApiError } from './api-error.ts'
import { toApiUrl } from './api-host.ts'
import { findCurrentToken, renewAccessToken } from './credentials.ts'

/** Maximum bytes per request: short enough for the life of an access token, large enough to keep the overhead low. */
const chunkBytes = 33_554_432
/** Silence after which the connection counts as broken; the browser itself would wait forever. */
const silenceMs = 45_000

export interface ByteUpload {
  /** `tus_path` of the upload. */
  path: string
  file: File
  /** Reports the bytes the server has plus the bytes in transit. */
  onProgress: (sentBytes: number) => void
  signal: AbortSignal
}

const unanswered = () => new ApiError({ code: '', status: 0, message: '网络连接失败，请检查网络后重试' })

/** Returns the `ApiError` behind a tus error; without an envelope, uses the HTTP status. */
function toApiError(error: Error | DetailedError): unknown {
  if (!(error instanceof DetailedError)) return error
  const answer = error.originalResponse
  // a broken connection is a ProgressEvent; everything else is an Error
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

/** Makes one attempt: uploads from the server's offset to the end of the file. */
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
 * Uploads the missing bytes of a file by tus. Rejects with `ApiError` (status 0 if the connection broke) or with the signal's
 * reason. A 401 renews the session and continues (requirements §4); all other retries are up to the caller.
 */
export async function uploadBytes(sending: ByteUpload): Promise<void> {
  sending.signal.throwIfAborted()
  let carried: AuthTokens | null = null
  const carry = (request: HttpRequest) => {
    carried = findCurrentToken()
    if (carried) request.setHeader('Authorization', `Bearer ${carried.access}`)
  }
  /** Offset at the last renewal. Progress since then proves that the renewed session was valid, so the next 401 is a new one. */
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
