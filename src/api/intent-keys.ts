import { createIdempotencyKey } from './call.ts'

export interface IntentKeys {
  /** Returns the idempotency key of an intent: the same key while the intent is unchanged, a new key when it changes. */
  keyOf: (intent: unknown) => string
  /** Marks the intent as done; an identical intent afterwards gets a new key. */
  done: () => void
}

/** Identifies a file inside an intent. */
export const describeFile = (file: File): string => `${file.name}:${file.size}:${file.lastModified}`

/** Idempotency keys of one form: a retry after a failure repeats the same intent (product §11). */
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
