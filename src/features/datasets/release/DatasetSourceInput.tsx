import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { Link } from 'react-router-dom'
import { fileStorage } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import type { DatasetSource } from '#contract/my-datasets.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { callEndpoint } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './DatasetSourceInput.module.css'

const refetchAlways = () => true

/** Loads the regions in which the user has file storage. */
const useStorageRegions = () => useEndpoint(fileStorage.statistics, {}, { onFocus: refetchAlways })

/** Loads the content of one folder, folders first; refetched when the user returns after uploading files. */
const useFolderListing = (regionId: string | undefined, path: string) =>
  useInfiniteQuery({
    queryKey: [...buildEndpointKey(fileStorage.list, { query: { region_id: regionId, path } }), 'all'],
    enabled: regionId !== undefined,
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      callEndpoint(fileStorage.list, { query: { region_id: regionId, path, page, page_size: limits.pageSizeMax } }, { signal }),
    getNextPageParam: ({ total }, pages) => (pages.length * limits.pageSizeMax < total ? pages.length + 1 : undefined),
    refetchOnWindowFocus: true,
  })

interface FolderRowsProps {
  region_id: string | undefined
  path: string
  onGo: (path: string) => void
}

/** Folders to open, and the files that would be included. */
function FolderRows({ region_id: regionId, path, onGo }: FolderRowsProps) {
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

/** Path of the open folder, with links to its parents. */
function FolderBreadcrumb({ path, onGo }: { path: string; onGo: (path: string) => void }) {
  const names = path ? path.split('/') : []
  const steps = [{ name: '最上层', to: '' }, ...names.map((name, nth) => ({ name, to: names.slice(0, nth + 1).join('/') }))]
  return (
    <nav aria-label="所在文件夹" className={styles.path}>
      {steps.map(({ name, to }, nth) => (
        <span key={to} className={styles.step}>
          {nth > 0 && <Icon name="chevron" />}
          <button type="button" aria-current={to === path ? 'location' : undefined} onClick={() => onGo(to)}>
            {name}
          </button>
        </span>
      ))}
    </nav>
  )
}

interface Props {
  id?: string
  value?: DatasetSource | null
  onChange?: (source: DatasetSource) => void
}

/** Input for a folder of the user's file storage: the open folder is the selected one. */
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
