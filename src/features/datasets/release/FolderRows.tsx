import { Button } from 'antd'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './DatasetSourceInput.module.css'
import { useFolderListing } from './use-folder.ts'

interface Props {
  region_id: string | undefined
  path: string
  onGo: (path: string) => void
}

/** Folders to walk into, and the files that would come along. */
export function FolderRows({ region_id: regionId, path, onGo }: Props) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useFolderListing(regionId, path)
  const entries = data?.pages.flatMap((page) => page.data)
  return (
    <div className={styles.rows}>
      <AsyncView
        data={entries}
        error={error}
        errorTitle="文件夹加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={4} columns={1} />}
      >
        {(present) =>
          present.length ? (
            <ul>
              {present.map((entry) => (
                <li key={entry.path}>
                  {entry.kind === 'folder' ? (
                    <button type="button" className={styles.folder} onClick={() => onGo(entry.path)}>
                      <span>{entry.name}/</span>
                      <Icon name="chevron" />
                    </button>
                  ) : (
                    <span className={styles.file}>
                      <span>{entry.name}</span>
                      <span>{formatBytes(entry.size_bytes)}</span>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <p className={styles.none}>
              {path ? '这个文件夹是空的，请先上传文件。' : '这个地域还没有文件，请先上传一个文件夹。'}
            </p>
          )
        }
      </AsyncView>
      {hasNextPage && (
        <Button type="link" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          再显示一些
        </Button>
      )}
    </div>
  )
}
