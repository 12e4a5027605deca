import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { formatDatasetSize } from '#src/features/datasets/size-text.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Choice.module.css'
import type { ChosenDataset } from './chosen-dataset.ts'
import { buildMountableQuery } from './mountable-query.ts'

interface Props {
  chosen: ChosenDataset
  /** What else is known of it: that it was taken offline. */
  note?: string | undefined
  /** Versions that are chosen already. */
  taken: readonly string[]
  onChange: (chosen: ChosenDataset) => void
  onRemove: () => void
}

/** One that will be mounted: where, and in which version. */
export function ChosenDatasetRow({ chosen, note, taken, onChange, onRemove }: Props) {
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
