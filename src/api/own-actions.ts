import type { NotificationClass } from '#contract/notifications.ts'

/** News of what was done may come a little after its answer. */
const echoMs = 2000

let underWay = 0
let lastEnd = Number.NEGATIVE_INFINITY
const announcedHere: NotificationClass[] = []

/** What this very tab does it says itself: news of it on the stream is an echo (docs/decisions/071). */
export const ownActions = {
  /** Goes on while `act` does. */
  during: async <T>(act: () => Promise<T>): Promise<T> => {
    underWay += 1
    try {
      return await act()
    } finally {
      underWay -= 1
      lastEnd = performance.now()
    }
  },
  /** For a page that waits for something and says so itself when it comes; ends with what it answers. */
  tell: (of: NotificationClass): (() => void) => {
    announcedHere.push(of)
    return () => void announcedHere.splice(announcedHere.indexOf(of), 1)
  },
  isEcho: (of: NotificationClass): boolean => underWay > 0 || performance.now() - lastEnd < echoMs || announcedHere.includes(of),
}
