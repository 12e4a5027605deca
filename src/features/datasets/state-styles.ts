import type { DataSetState } from '#contract/my-datasets.ts'
import type { Looks } from '#src/ui/StateTag.tsx'

export const state_looks: Looks<DataSetState> = {
  preparing: { tone: 'primary', icon: 'loading' },
  failed: { tone: 'danger', icon: 'warning' },
  pending: { tone: 'warning', icon: 'clock' },
  refused: { tone: 'danger', icon: 'close' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
  published: { tone: 'success', icon: 'check' },
  offline: { tone: 'neutral', icon: 'pause' },
}
