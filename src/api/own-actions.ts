import type { NotificationClass } from '#contract/notifications.ts'

/** News of what was done may come a little after its answer. */
const echo_ms = 2000

let under_way = 0
let last_end = Number.NEGATIVE_INFINITY
const told_here: NotificationClass[] = []

/** What this very tab does it says itself: news of it on the stream is an echo (docs/decisions/071). */
export const own_acts = {
  /** Goes on while `act` does. */
  during: async <T>(act: () => Promise<T>): Promise<T> => {
    under_way += 1
    try {
      return await act()
    } finally {
      under_way -= 1
      last_end = performance.now()
    }
  },
  /** For a page that waits for something and says so itself when it comes; ends with what it answers. */
  tell: (of: NotificationClass): (() => void) => {
    told_here.push(of)
    return () => void told_here.splice(told_here.indexOf(of), 1)
  },
  isEcho: (of: NotificationClass): boolean => under_way > 0 || performance.now() - last_end < echo_ms || told_here.includes(of),
}
