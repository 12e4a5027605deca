import { Select } from 'antd'
import { Link } from 'react-router-dom'
import type { DataSetSource } from '#contract/my-datasets.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './DatasetSourceInput.module.css'
import { FolderPath } from './FolderBreadcrumb.tsx'
import { FolderRows } from './FolderRows.tsx'
import { useStorages } from './use-folder.ts'

interface Props {
  id?: string
  value?: DataSetSource | null
  onChange?: (source: DataSetSource) => void
}

/** A folder of one's file storage: the one that is open is the one that is chosen. */
export function SourceInput({ id, value, onChange }: Props) {
  const { data, error, refetch } = useStorages()
  return (
    <AsyncView
      data={data}
      error={error}
      errorTitle="文件存储加载失败"
      onRetry={() => void refetch()}
      skeleton={<SkeletonRows rows={4} columns={1} />}
    >
      {(storages) => {
        const fullest = [...storages].sort((a, b) => b.file_count - a.file_count)[0]
        const region_id = value?.region_id ?? fullest?.region_id
        const path = value?.path ?? ''
        const go = (next: string) => region_id && onChange?.({ region_id, path: next })
        return (
          <div className={styles.box}>
            <div className={styles.head}>
              <Select
                {...(id && { id })}
                aria-label="地域"
                className={styles.region ?? ''}
                popupMatchSelectWidth={false}
                value={region_id ?? null}
                onChange={(next: string) => onChange?.({ region_id: next, path: '' })}
                options={storages.map((storage) => ({ value: storage.region_id, label: storage.region_name }))}
              />
              <FolderPath path={path} onGo={go} />
              <Link className={styles.storage} to={paths.file_storage_at({ region_id, path: path || undefined })} target="_blank">
                上传文件
              </Link>
            </div>
            <FolderRows key={`${region_id}/${path}`} region_id={region_id} path={path} onGo={go} />
            <p className={styles.chosen} aria-live="polite">
              {path ? (
                <>
                  将复制文件夹 <code>{path}</code>
                </>
              ) : (
                '还没有选择文件夹'
              )}
            </p>
          </div>
        )
      }}
    </AsyncView>
  )
}
