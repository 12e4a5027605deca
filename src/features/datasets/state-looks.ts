import type { DataSetState } from '#contract/my-data-sets.ts'
import type { Looks } from '#src/ui/TagOf.tsx'

export const state_looks: Looks<DataSetState> = {
  preparing: { tone: 'primary', icon: 'loading' },
  failed: { tone: 'danger', icon: 'warning' },
  pending: { tone: 'warning', icon: 'clock' },
  refused: { tone: 'danger', icon: 'close' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
  published: { tone: 'success', icon: 'check' },
  offline: { tone: 'neutral', icon: 'pause' },
}
