import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import styles from './Choice.module.css'
import { ChosenDatasetRow } from './ChosenDatasetRow.tsx'
import type { ChosenDataset } from './chosen-dataset.ts'

const PickDatasets = lazyDialog(() => import('./PickDatasets.tsx'))

interface Props<C extends ChosenDataset> {
  chosen: readonly C[]
  onChange: (chosen: ChosenDataset[]) => void
  noteOf?: (chosen: C) => string | undefined
}

/** Which data sets stand in an instance, in which version, and where. */
export function DatasetChoice<C extends ChosenDataset>({ chosen, onChange, noteOf }: Props<C>) {
  const [picking, setPicking] = useState(false)
  const taken = chosen.map(({ version_id: versionId }) => versionId)
  return (
    <div className={styles.choice}>
      {chosen.length > 0 && (
        <ul className={styles.rows} aria-label="要挂载的数据集">
          {chosen.map((one) => (
            <ChosenDatasetRow
              key={one.version_id}
              chosen={one}
              note={noteOf?.(one)}
              taken={taken}
              onChange={(next) => onChange(chosen.map((before) => (before === one ? next : before)))}
              onRemove={() => onChange(chosen.filter((before) => before !== one))}
            />
          ))}
        </ul>
      )}
      <p className={styles.add}>
        <Button icon={<Icon name="plus" />} onClick={() => setPicking(true)}>
          {chosen.length ? '更改选择' : '选择数据集'}
        </Button>
        <span>{`${chosen.length} / ${limits.instanceDataSetsMax}`}</span>
      </p>
      {picking && (
        <Suspense fallback={null}>
          <PickDatasets chosen={chosen} onChange={onChange} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </div>
  )
}
