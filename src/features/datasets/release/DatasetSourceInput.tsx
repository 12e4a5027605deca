import { Select } from 'antd'
import { Link } from 'react-router-dom'
import type { DatasetSource } from '#contract/my-datasets.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './DatasetSourceInput.module.css'
import { FolderBreadcrumb } from './FolderBreadcrumb.tsx'
import { FolderRows } from './FolderRows.tsx'
import { useStorageRegions } from './use-folder.ts'

interface Props {
  id?: string
  value?: DatasetSource | null
  onChange?: (source: DatasetSource) => void
}

/** A folder of one's file storage: the one that is open is the one that is chosen. */
export function DatasetSourceInput({ id, value, onChange }: Props) {
  const { data, error, refetch } = useStorageRegions()
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
        const regionId = value?.region_id ?? fullest?.region_id
        const path = value?.path ?? ''
        const go = (next: string) => regionId && onChange?.({ region_id: regionId, path: next })
        return (
          <div className={styles.box}>
            <div className={styles.head}>
              <Select
                {...(id && { id })}
                aria-label="地域"
                className={styles.region ?? ''}
                popupMatchSelectWidth={false}
                value={regionId ?? null}
                onChange={(next: string) => onChange?.({ region_id: next, path: '' })}
                options={storages.map((storage) => ({ value: storage.region_id, label: storage.region_name }))}
              />
              <FolderBreadcrumb path={path} onGo={go} />
              <Link
                className={styles.storage}
                to={paths.fileStorageAt({ region_id: regionId, path: path || undefined })}
                target="_blank"
              >
                上传文件
              </Link>
            </div>
            <FolderRows key={`${regionId}/${path}`} region_id={regionId} path={path} onGo={go} />
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
