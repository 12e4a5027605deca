import { createContext } from 'react'
import type { StorageEntry } from '#contract/file-storage.ts'

/** Opens a file to be read, from wherever it is named. */
export const PreviewContext = createContext<(entry: StorageEntry) => void>(() => undefined)
