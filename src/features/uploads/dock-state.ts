import { createStore } from '#src/ui/store.ts'

/** Whether there is anything to show in the corner; all else about uploads is loaded with the first of them. */
export const hasUploads = createStore(false)
