import type { ImageReleaseState } from '#contract/image-releases.ts'
import type { OriginalState } from '#contract/originals.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'

/** State styles shared by the author's and the reviewer's views. */
export const imageReleaseStateStyles: StateStyles<ImageReleaseState> = {
  preparing: { tone: 'warning', icon: 'loading' },
  pending: { tone: 'warning', icon: 'clock' },
  published: { tone: 'success', icon: 'check' },
  refused: { tone: 'danger', icon: 'close' },
  offline: { tone: 'neutral', icon: 'pause' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
  failed: { tone: 'danger', icon: 'warning' },
}

export const originalStateStyles: StateStyles<OriginalState> = {
  pending: { tone: 'warning', icon: 'clock' },
  approved: { tone: 'success', icon: 'check' },
  refused: { tone: 'danger', icon: 'close' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
}
