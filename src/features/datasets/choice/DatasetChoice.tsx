import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import styles from './Choice.module.css'
import { ChosenRow } from './ChosenDatasetRow.tsx'
import type { Chosen } from './chosen-dataset.ts'

const PickDataSets = lazyDialog(() => import('./PickDatasets.tsx'))

interface Props<C extends Chosen> {
  chosen: readonly C[]
  onChange: (chosen: Chosen[]) => void
  noteOf?: (chosen: C) => string | undefined
}

/** Which data sets stand in an instance, in which version, and where. */
export function DataSetChoice<C extends Chosen>({ chosen, onChange, noteOf }: Props<C>) {
  const [picking, setPicking] = useState(false)
  const taken = chosen.map(({ version_id }) => version_id)
  return (
    <div className={styles.choice}>
      {chosen.length > 0 && (
        <ul className={styles.rows} aria-label="要挂载的数据集">
          {chosen.map((one) => (
            <ChosenRow
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
        <span>{`${chosen.length} / ${limits.instance_data_sets_max}`}</span>
      </p>
      {picking && (
        <Suspense fallback={null}>
          <PickDataSets chosen={chosen} onChange={onChange} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </div>
  )
}
