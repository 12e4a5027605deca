import { currentUser } from '#src/session/current-user.ts'
import { liveStream } from '#src/session/live-stream.ts'
import { retryFailedParts } from '#src/ui/lazy-part.tsx'
import { unreadCount } from '#src/ui/unread.ts'
import { startStreamUpdates } from './follow-stream.ts'

const refresh = () => {
  void unreadCount.refresh()
  void currentUser.load().catch(() => undefined)
}

/** Listens to the stream that the server pushes to the user (requirements §4). Returns a function that stops it. */
export function startLiveSession(go: (path: string) => void): () => void {
  const stops = [startStreamUpdates(go), liveStream.onBack(refresh), liveStream.onBack(retryFailedParts), liveStream.start()]
  return () => {
    for (const stop of stops) stop()
  }
}
