import { createListenerSet, createStore } from '#src/ui/store.ts'
import { hasUploads } from './dock-state.ts'
import { activeUploadStates, type UploadItem } from './upload-item.ts'

const items = createStore<readonly UploadItem[]>([])
const storedListeners = createListenerSet()

/** Current and finished uploads; live as long as the browser page, across all console pages. */
export const uploads = { get: items.get, subscribe: items.subscribe, first: items.first }

/** Subscribes to files that have been stored. */
export const onFileStored = storedListeners.add

export const findUpload = (key: string): UploadItem | undefined => items.get().find((item) => item.key === key)

export const setUploads = (next: readonly UploadItem[]): void => {
  items.set(next)
  hasUploads.set(next.length > 0)
}

/** Updates one upload; does nothing if it was removed. */
export function patchUpload(key: string, change: Partial<UploadItem>): void {
  items.set(items.get().map((item) => (item.key === key ? { ...item, ...change } : item)))
  if (change.state === 'done') storedListeners.notify()
}

const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
let isWarning = false

// registered only while uploads run: a permanent listener keeps pages out of the back/forward cache
items.subscribe(() => {
  const working = items.get().some(({ state }) => activeUploadStates[state])
  if (working === isWarning) return
  isWarning = working
  if (working) window.addEventListener('beforeunload', warnBeforeUnload)
  else window.removeEventListener('beforeunload', warnBeforeUnload)
})
