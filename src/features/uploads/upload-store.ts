import { createListenerSet, createStore } from '#src/ui/store.ts'
import { hasUploads } from './dock-state.ts'
import { activeUploadStates, type UploadItem } from './upload-item.ts'

const items = createStore<readonly UploadItem[]>([])
const storedListeners = createListenerSet()

/** What is being uploaded, and was; lives as long as the page of the browser, whatever part of the console is shown. */
export const uploads = { get: items.get, subscribe: items.subscribe, first: items.first }

/** Fires when a file has come to its place. */
export const onFileStored = storedListeners.add

export const findUpload = (key: string): UploadItem | undefined => items.get().find((item) => item.key === key)

export const setUploads = (next: readonly UploadItem[]): void => {
  items.set(next)
  hasUploads.set(next.length > 0)
}

/** Changes one; of one that was taken away nothing more is heard. */
export function patchUpload(key: string, change: Partial<UploadItem>): void {
  items.set(items.get().map((item) => (item.key === key ? { ...item, ...change } : item)))
  if (change.state === 'done') storedListeners.notify()
}

const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
let isWarning = false

// only while something would be cut: a listener that always stands keeps pages out of the browser's memory
items.subscribe(() => {
  const working = items.get().some(({ state }) => activeUploadStates[state])
  if (working === isWarning) return
  isWarning = working
  if (working) window.addEventListener('beforeunload', warnBeforeUnload)
  else window.removeEventListener('beforeunload', warnBeforeUnload)
})
