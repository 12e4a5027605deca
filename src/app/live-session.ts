import { current_user } from '#src/session/current-user.ts'
import { live_stream } from '#src/session/live-stream.ts'
import { retryFailedParts } from '#src/ui/lazy-part.tsx'
import { unread } from '#src/ui/unread.ts'
import { followStream } from './follow-stream.ts'

const refresh = () => {
  void unread.refresh()
  void current_user.load().catch(() => undefined)
}

/** Listens to what the server pushes to the user (spec §4). Returns stop. */
export function startLiveSession(go: (path: string) => void): () => void {
  const stops = [followStream(go), live_stream.onBack(refresh), live_stream.onBack(retryFailedParts), live_stream.start()]
  return () => {
    for (const stop of stops) stop()
  }
}
