import { createListeners, createStore } from '#src/ui/store.ts'
import { has_uploads } from './dock-state.ts'
import { is_under_way, type UploadItem } from './upload-item.ts'

const items = createStore<readonly UploadItem[]>([])
const arrivals = createListeners()

/** What is being uploaded, and was; lives as long as the page of the browser, whatever part of the console is shown. */
export const uploads = { get: items.get, subscribe: items.subscribe, first: items.first }

/** Fires when a file has come to its place. */
export const on_stored = arrivals.add

export const findUpload = (key: string): UploadItem | undefined => items.get().find((item) => item.key === key)

export const setUploads = (next: readonly UploadItem[]): void => {
  items.set(next)
  has_uploads.set(next.length > 0)
}

/** Changes one; of one that was taken away nothing more is heard. */
export function patchUpload(key: string, change: Partial<UploadItem>): void {
  items.set(items.get().map((item) => (item.key === key ? { ...item, ...change } : item)))
  if (change.state === 'done') arrivals.notify()
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()
let warning = false

// only while something would be cut: a listener that always stands keeps pages out of the browser's memory
items.subscribe(() => {
  const working = items.get().some(({ state }) => is_under_way[state])
  if (working === warning) return
  warning = working
  if (working) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
})
