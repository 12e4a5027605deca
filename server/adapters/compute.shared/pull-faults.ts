import type { ObservedInstance } from '#server/ports/compute.ts'
import { ImageNotFound, PullFailed, type PullFault } from '#server/ports/driver-errors.ts'

/** Patterns for registry errors. The messages are arbitrary text, so the first match wins. */
const pullFaultPatterns: readonly [pattern: RegExp, fault: PullFault | 'not_found'][] = [
  [/no space left on device|disk quota exceeded/i, 'disk_full'],
  [/toomanyrequests|too many requests|rate limit/i, 'limited'],
  [/unauthorized|authentication required|no basic auth credentials|denied|forbidden|insufficient_scope/i, 'not_allowed'],
  [/unexpected EOF|verification failed|digest mismatch|invalid checksum|unexpected commit digest/i, 'broken'],
  [
    /dial tcp|lookup |no such host|i\/o timeout|connection re(?:fused|set)|deadline exceeded|Client\.Timeout|TLS|x509|EOF|unavailable|bad gateway|gateway time-?out|internal server error/i,
    'unreachable',
  ],
  [/not found|manifest unknown|name unknown|no such image|image not known|does not exist/i, 'not_found'],
]

/** Maps the message of a failed pull to an error. */
export function toPullError(words: string): ImageNotFound | PullFailed {
  const fault = pullFaultPatterns.find(([pattern]) => pattern.test(words))?.[1] ?? 'other'
  return fault === 'not_found' ? new ImageNotFound(words) : new PullFailed(fault, words)
}

/** Says to people why an image could not be pulled; `words` are the engine's, for what is no fault of a registry. */
export function describePullFailure(image: string, error: unknown, words: string): Pick<ObservedInstance, 'reason' | 'message'> {
  if (error instanceof ImageNotFound) return { reason: 'ImageNotFound', message: `镜像 ${image} 不存在或已下线。` }
  const why = error instanceof PullFailed ? error.user_message : `（${words}）`
  return { reason: 'ImagePullFailed', message: `拉取镜像 ${image} 失败。${why}` }
}
