import { createContext } from 'react'
import type { StorageEntry } from '#contract/file-storage.ts'

/** Opens the preview of a file from any component that lists it. */
export const PreviewContext = createContext<(entry: StorageEntry) => void>(() => undefined)
