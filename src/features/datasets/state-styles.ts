import type { DatasetState } from '#contract/my-datasets.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'

export const datasetStateStyles: StateStyles<DatasetState> = {
  preparing: { tone: 'primary', icon: 'loading' },
  failed: { tone: 'danger', icon: 'warning' },
  pending: { tone: 'warning', icon: 'clock' },
  refused: { tone: 'danger', icon: 'close' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
  published: { tone: 'success', icon: 'check' },
  offline: { tone: 'neutral', icon: 'pause' },
}
