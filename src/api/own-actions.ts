import type { NotificationClass } from '#contract/notifications.ts'

/** Delay within which the notification of an action may follow the response to it. */
const echoMs = 2000

let underWay = 0
let lastEnd = Number.NEGATIVE_INFINITY
const announcedHere: NotificationClass[] = []

/**
 * Tracks this tab's own actions, which the tab reports itself; notifications of them on the stream are echoes
 * (docs/decisions/071).
 */
export const ownActions = {
  /** Marks an action as in progress while `act` runs. */
  during: async <T>(act: () => Promise<T>): Promise<T> => {
    underWay += 1
    try {
      return await act()
    } finally {
      underWay -= 1
      lastEnd = performance.now()
    }
  },
  /** Marks a notification class as shown by the page itself; the returned function ends this. */
  tell: (of: NotificationClass): (() => void) => {
    announcedHere.push(of)
    return () => void announcedHere.splice(announcedHere.indexOf(of), 1)
  },
  isEcho: (of: NotificationClass): boolean => underWay > 0 || performance.now() - lastEnd < echoMs || announcedHere.includes(of),
}
