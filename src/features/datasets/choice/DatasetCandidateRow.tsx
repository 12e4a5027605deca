import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { isApiError } from '#src/api/api-error.ts'
import { formatDatasetSize } from '#src/features/datasets/size-text.ts'
import { toast } from '#src/ui/toast.ts'
import styles from './Choice.module.css'
import type { ChosenDataset } from './chosen-dataset.ts'
import type { DatasetCandidate } from './dataset-candidates.ts'
import { buildMountableQuery } from './mountable-query.ts'

interface Props {
  candidate: DatasetCandidate
  mine: boolean
  /** One of its versions is chosen. */
  taken: boolean
  full: boolean
  onAdd: (chosen: ChosenDataset) => void
  onRemove: () => void
}

/** A data set to add: its newest version; another can be chosen afterwards. */
export function DatasetCandidateRow({ candidate: { id, name, summary, newest }, mine, taken, full, onAdd, onRemove }: Props) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    try {
      const [first] = await client.fetchQuery(buildMountableQuery(id, mine))
      if (first) onAdd(first)
      else toast.error('这个数据集已下线，不能挂载')
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '没有成功，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <strong>{name}</strong>
        <span>{summary}</span>
        <span className={styles.facts}>{newest ? `${newest.version} · ${formatDatasetSize(newest)}` : '已下线，不能挂载'}</span>
      </div>
      {taken ? (
        <Button aria-label={`移除 ${name}`} onClick={onRemove}>
          移除
        </Button>
      ) : (
        <Button aria-label={`添加 ${name}`} disabled={!newest || full} loading={busy} onClick={() => void add()}>
          添加
        </Button>
      )}
    </li>
  )
}
