import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { Suspense, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { formatDatasetSize } from '#src/features/datasets/size-text.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import type { ChosenDataset } from './chosen-dataset.ts'
import styles from './dataset-choice.module.css'
import { buildMountableQuery } from './mountable-query.ts'

interface ChosenDatasetRowProps {
  chosen: ChosenDataset
  /** Extra note, e.g. that the data set was taken offline. */
  note?: string | undefined
  /** Versions that are already selected. */
  taken: readonly string[]
  onChange: (chosen: ChosenDataset) => void
  onRemove: () => void
}

/** A selected data set with its version and mount path. */
function ChosenDatasetRow({ chosen, note, taken, onChange, onRemove }: ChosenDatasetRowProps) {
  const [asked, setAsked] = useState(false)
  const { data, isFetching } = useQuery({ ...buildMountableQuery(chosen.data_set_id, chosen.own), enabled: asked })
  const versions = data?.some(({ version_id: versionId }) => versionId === chosen.version_id) ? data : [chosen, ...(data ?? [])]
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <strong>{chosen.name}</strong>
        <CopyText text={chosen.mount_path} label="复制挂载路径" mono />
        <span className={styles.facts}>
          {formatDatasetSize(chosen)}
          {note && ` · ${note}`}
        </span>
      </div>
      <div className={styles.acts}>
        <Select
          aria-label={`${chosen.name} 的版本`}
          popupMatchSelectWidth={false}
          loading={isFetching}
          value={chosen.version_id}
          onOpenChange={(open) => open && setAsked(true)}
          onChange={(id) => {
            const next = versions.find(({ version_id: versionId }) => versionId === id)
            if (next) onChange(next)
          }}
          options={versions.map(({ version_id: versionId, version }) => ({
            value: versionId,
            label: version,
            disabled: versionId !== chosen.version_id && taken.includes(versionId),
          }))}
        />
        <Button type="text" icon={<Icon name="close" />} aria-label={`移除 ${chosen.name}`} title="移除" onClick={onRemove} />
      </div>
    </li>
  )
}

const PickDatasets = lazyDialog(() => import('./PickDatasets.tsx'))

interface Props<C extends ChosenDataset> {
  chosen: readonly C[]
  onChange: (chosen: ChosenDataset[]) => void
  noteOf?: (chosen: C) => string | undefined
}

/** Selects the data sets mounted in an instance, with their versions and mount paths. */
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
