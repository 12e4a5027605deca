import { live_stream } from '#src/session/live-stream.ts'
import { followStream } from './follow-stream.ts'

/** Listens to what the server pushes to the user (spec §4). Returns stop. */
export function startLiveSession(go: (path: string) => void): () => void {
  const stops = [followStream(go), live_stream.start()]
  return () => {
    for (const stop of stops) stop()
  }
}
