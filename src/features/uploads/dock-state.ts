import { createStore } from '#src/ui/store.ts'

/** Whether the dock has something to show; the rest of the upload code is loaded with the first upload. */
export const hasUploads = createStore(false)
