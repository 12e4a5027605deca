import { useQueryClient } from '@tanstack/react-query'
import { Button, Input, Modal, Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { isApiError } from '#src/api/api-error.ts'
import { formatDatasetSize } from '#src/features/datasets/size-text.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { toast } from '#src/ui/toast.ts'
import type { ChosenDataset } from './chosen-dataset.ts'
import { type DatasetCandidate, type DatasetSourceKey, datasetSourceLabels, useDatasetCandidates } from './dataset-candidates.ts'
import styles from './dataset-choice.module.css'
import { buildMountableQuery } from './mountable-query.ts'

interface DatasetCandidateRowProps {
  candidate: DatasetCandidate
  mine: boolean
  /** One of its versions is already selected. */
  taken: boolean
  full: boolean
  onAdd: (chosen: ChosenDataset) => void
  onRemove: () => void
}

/** A data set to add in its newest version; another version can be selected afterwards. */
function DatasetCandidateRow({
  candidate: { id, name, summary, newest },
  mine,
  taken,
  full,
  onAdd,
  onRemove,
}: DatasetCandidateRowProps) {
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

interface Props {
  chosen: readonly ChosenDataset[]
  onChange: (chosen: ChosenDataset[]) => void
  onClose: () => void
}

const hints: Record<DatasetSourceKey, string> = {
  public: '换一个关键词试试。',
  collected: '在公开数据集里收藏之后，会出现在这里。',
  own: '发布自己的数据集之后，会出现在这里；审核通过之前也能挂载。',
}

/** Picker for public, starred and own data sets. */
export default function PickDatasets({ chosen, onChange, onClose }: Props) {
  const [source, setSource] = useState<DatasetSourceKey>('public')
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useDatasetCandidates(source, { keyword, page })
  const full = chosen.length >= limits.instanceDataSetsMax
  return (
    <Modal
      open
      title="选择数据集"
      width={640}
      onCancel={onClose}
      footer={(_, { OkBtn }) => <OkBtn />}
      okText={`完成，已选 ${chosen.length} 个`}
      onOk={onClose}
    >
      <div className={styles.tools}>
        <Segmented
          aria-label="来源"
          value={source}
          onChange={(next) => {
            setSource(next)
            setPage(1)
          }}
          options={Object.entries(datasetSourceLabels).map(([value, label]) => ({ value: value as DatasetSourceKey, label }))}
        />
        <Input.Search
          allowClear
          autoFocus
          aria-label="搜索数据集"
          placeholder="搜索名称、简介或标签"
          maxLength={64}
          onSearch={(next) => {
            setKeyword(next.trim())
            setPage(1)
          }}
        />
      </div>
      {full && <p className={styles.full}>{`一台实例最多挂载 ${limits.instanceDataSetsMax} 个，先移除一个再添加。`}</p>}
      <div className={styles.found} aria-busy={isPlaceholderData}>
        <AsyncView
          data={data}
          error={error}
          errorTitle="数据集加载失败"
          onRetry={() => void refetch()}
          skeleton={<SkeletonRows rows={6} columns={2} />}
        >
          {({ items, total }) =>
            items.length ? (
              <>
                <ul className={styles.rows}>
                  {items.map((candidate) => (
                    <DatasetCandidateRow
                      key={candidate.id}
                      candidate={candidate}
                      mine={source === 'own'}
                      taken={chosen.some(({ data_set_id: dataSetId }) => dataSetId === candidate.id)}
                      full={full}
                      onAdd={(added) => onChange([...chosen, added])}
                      onRemove={() => onChange(chosen.filter(({ data_set_id: dataSetId }) => dataSetId !== candidate.id))}
                    />
                  ))}
                </ul>
                <Pagination
                  size="small"
                  align="end"
                  hideOnSinglePage
                  current={page}
                  total={total}
                  showSizeChanger={false}
                  onChange={setPage}
                />
              </>
            ) : (
              <EmptyState
                title={keyword ? '没有符合的数据集' : `${datasetSourceLabels[source]}里还没有内容`}
                hint={hints[source]}
              />
            )
          }
        </AsyncView>
      </div>
    </Modal>
  )
}
