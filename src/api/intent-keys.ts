import { createIdempotencyKey } from './call.ts'

export interface IntentKeys {
  /** The key of what is to be sent: the same while it stays the same, another for anything else. */
  keyOf: (intent: unknown) => string
  /** The intent has been met; the next one, though alike, is a new one. */
  done: () => void
}

/** A file as an intent names it. */
export const describeFile = (file: File): string => `${file.name}:${file.size}:${file.lastModified}`

/** Idempotency keys of one form: trying again after a failure repeats the same intent (product §11). */
export function createIntentKeys(): IntentKeys {
  let present: { said: string; key: string } | null = null
  return {
    keyOf: (intent) => {
      const said = JSON.stringify(intent)
      if (present?.said !== said) present = { said, key: createIdempotencyKey() }
      return present.key
    },
    done: () => {
      present = null
    },
  }
}
