import {
  DriverConflict,
  DriverError,
  DriverUnavailable,
  InstanceNotFound,
  InvalidSpec,
  NoCapacity,
} from '#server/ports/driver-errors.ts'

const maxMessageLength = 300
const quotaPattern = /exceeded quota|forbidden: .*quota/i

/** What the API server answered instead of an object. */
export class ClusterRefusal extends Error {
  readonly status: number
  readonly reason: string

  constructor(status: number, body: string) {
    const told = parseStatus(body)
    super(shorten(told.message ?? body) || `the API server answered ${status}`)
    this.status = status
    this.reason = told.reason ?? ''
  }
}

const shorten = (words: string) => words.replace(/\s+/g, ' ').trim().slice(0, maxMessageLength)

function parseStatus(body: string): { message?: string; reason?: string } {
  try {
    return JSON.parse(body) as { message?: string; reason?: string }
  } catch {
    return {}
  }
}

/** Returns the HTTP status of a refusal; undefined if the server did not answer at all. */
export function clusterStatusOf(error: unknown): number | undefined {
  const source = error instanceof DriverError ? error.cause : error
  return source instanceof ClusterRefusal ? source.status : undefined
}

/** Maps any call failure to a `DriverError`. What an account may not do counts as an outage: an operator has to mend it. */
export function toClusterError(error: unknown): DriverError {
  if (error instanceof DriverError) return error
  const words = shorten(error instanceof Error ? error.message : String(error))
  const given = { cause: error }
  switch (clusterStatusOf(error)) {
    case 404:
      return new InstanceNotFound(words, given)
    case 409:
      return new DriverConflict(words, given)
    case 400:
    case 422:
      return new InvalidSpec(words, given)
    case 403:
      return quotaPattern.test(words) ? new NoCapacity(words, given) : new DriverUnavailable(words, given)
    default:
      return new DriverUnavailable(words, given)
  }
}
