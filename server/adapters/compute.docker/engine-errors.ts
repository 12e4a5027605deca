import {
  DriverConflict,
  DriverError,
  DriverUnavailable,
  ImageNotFound,
  InstanceNotFound,
  InvalidSpec,
  MountMissing,
} from '#server/ports/driver-errors.ts'

interface EngineAnswer {
  statusCode?: number
  message?: string
}

/** Returns the HTTP status of the engine's error response; undefined if it did not answer at all. */
export const engineStatusOf = (error: unknown): number | undefined => toEngineAnswer(error).statusCode

function toEngineAnswer(error: unknown): EngineAnswer {
  const source = error instanceof DriverError ? error.cause : error
  return (source ?? {}) as EngineAnswer
}

const conflictPattern = /already in use|already exists|is in use|in progress|container state improper|not running|is paused/i
const noImagePattern =
  /no such image|image not known|manifest (?:unknown|for)|pull access denied|repository does not exist|name unknown/i

const noSourcePattern = /bind source path does not exist|bind mount source|statfs .*no such file or directory/i

/** Formats the engine's message as one line without its status line, at most 300 characters. */
export function formatEngineMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .replace(/^\(HTTP code \d+\)[^-]*- /, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
}

/** Maps any call failure to a `DriverError`. Podman answers 500 where Docker answers 409, so the message counts too. */
export function toDriverError(error: unknown): DriverError {
  if (error instanceof DriverError) return error
  const { statusCode: status } = toEngineAnswer(error)
  const words = formatEngineMessage(error)
  const given = { cause: error }
  if (status === undefined) return new DriverUnavailable(words, given)
  if (noSourcePattern.test(words)) return new MountMissing(words, given)
  if (noImagePattern.test(words)) return new ImageNotFound(words, given)
  if (status === 404) return new InstanceNotFound(words, given)
  if (status === 409 || conflictPattern.test(words)) return new DriverConflict(words, given)
  if (status === 400 || status === 422) return new InvalidSpec(words, given)
  return new DriverUnavailable(words, given)
}
