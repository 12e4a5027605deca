import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { StorageEntry } from '#contract/file-storage.ts'
import styles from '#src/admin/actions/BulkBar.module.css'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { ListCards } from '#src/admin/list/ListCards.tsx'
import { ListFooter } from '#src/admin/list/ListFooter.tsx'
import { ListTable } from '#src/admin/list/ListTable.tsx'
import { useSelection } from '#src/admin/list/use-selection.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { DropZone } from './DropZone.tsx'
import { downloadFiles } from './download-files.ts'
import { toFolderAddress } from './folder-address.ts'
import { PreviewContext } from './preview-context.ts'
import { StorageBrowserBar } from './StorageBrowserBar.tsx'
import { storageEntryResource, toEntryRow, toStorageEntry } from './storage-entry-resource.tsx'
import { useStorageEntries } from './storage-queries.ts'
import { useEntryActions } from './use-entry-actions.tsx'
import { useStoragePlace } from './use-storage-place.ts'

interface SelectionBarProps {
  region_id: string
  chosen: readonly StorageEntry[]
  onMove: (chosen: readonly StorageEntry[]) => void
  onRemove: (chosen: readonly StorageEntry[]) => void
  onClear: () => void
}

/** Bulk actions on the selected entries. */
function SelectionBar({ region_id: regionId, chosen, onMove, onRemove, onClear }: SelectionBarProps) {
  const files = chosen.filter(({ kind }) => kind === 'file')
  return (
    <section className={styles.bar} aria-label="批量操作">
      <span>已选 {chosen.length} 项</span>
      <Button size="small" icon={<Icon name="move" />} onClick={() => onMove(chosen)}>
        移动
      </Button>
      <Button
        size="small"
        icon={<Icon name="download" />}
        disabled={!files.length}
        title={files.length ? undefined : '文件夹不能下载，请在实例里打包后再下载'}
        onClick={() => void downloadFiles(regionId, files)}
      >
        {files.length === chosen.length || !files.length ? '下载' : `下载 ${files.length} 个文件`}
      </Button>
      <Button size="small" danger icon={<Icon name="trash" />} onClick={() => onRemove(chosen)}>
        删除
      </Button>
      <Button size="small" type="text" onClick={onClear}>
        取消选择
      </Button>
    </section>
  )
}

/** Empty state for no matches or an empty folder, each with its next step. */
function NoEntries({ path, keyword, onClear }: { path: string; keyword: string; onClear: () => void }) {
  const narrow = useStore(narrowScreen) // no drag and drop on phones
  if (keyword) {
    return (
      <EmptyState
        title={`这个文件夹里没有名称含「${keyword}」的文件`}
        hint="只在当前文件夹里找，不包括下一层。"
        action={<Button onClick={onClear}>清除搜索</Button>}
      />
    )
  }
  return path ? (
    <EmptyState
      title="这个文件夹是空的"
      hint={narrow ? '点「上传文件」，把文件放到这里。' : '把文件或文件夹拖到这里，或点「上传文件」。'}
    />
  ) : (
    <EmptyState
      title="还没有文件"
      hint={`${narrow ? '点「上传文件」，先把数据集或代码传上来' : '先把数据集或代码拖到这里上传，也可以点「上传文件」'}；大文件中断后能接着传。之后创建的实例里就能直接读写。`}
    />
  )
}

const none: never[] = []

/** Files and folders of one folder, with their actions. */
export function StorageBrowser({ region_id: regionId }: { region_id: string }) {
  const { path, state, change } = useStoragePlace()
  const [search] = useSearchParams()
  const { page, page_size: pageSize, sort, keyword } = state
  const ordered = sort && { sort: sort.field as 'name', order: sort.order }
  const asked = { region_id: regionId, path, page, page_size: pageSize, ...ordered, ...(keyword && { keyword }) }
  const { data, total, error, refetch, isPlaceholderData, isFetching } = useStorageEntries(asked)
  const rows = useMemo(() => data?.map(toEntryRow), [data])
  const selection = useSelection(rows ?? none)
  const { actions, run, dialog, preview, move, remove } = useEntryActions(regionId, () => selection.set(none))
  const Body = useStore(narrowScreen) ? ListCards : ListTable
  const place = { region_id: regionId, folder: path }

  return (
    <DropZone place={place}>
      <PagePanel flush>
        <StorageBrowserBar
          place={place}
          keyword={keyword}
          onSearch={(next) => change({ keyword: next })}
          refreshing={isFetching && data !== undefined}
          onRefresh={() => void refetch()}
        />
        {selection.rows.length > 0 && (
          <SelectionBar
            region_id={regionId}
            chosen={selection.rows.map(toStorageEntry)}
            onMove={move}
            onRemove={remove}
            onClear={() => selection.set(none)}
          />
        )}
        {!rows && !error && <SkeletonRows rows={8} columns={3} />}
        {!rows && error && (
          <ErrorState
            error={error}
            title="文件列表加载失败"
            onRetry={() => void refetch()}
            actions={path && <Link to={toFolderAddress(search, '')}>回到最上层</Link>}
          />
        )}
        {rows?.length === 0 && <NoEntries path={path} keyword={keyword} onClear={() => change({ keyword: '' })} />}
        {rows && rows.length > 0 && (
          <PreviewContext value={preview}>
            <Body
              resource={storageEntryResource}
              state={state}
              change={change}
              rows={rows}
              columns={storageEntryResource.columns}
              stale={isPlaceholderData}
              actions={actions}
              run={run}
              selection={selection}
            />
            <ListFooter state={state} change={change} total={total} />
          </PreviewContext>
        )}
      </PagePanel>
      {dialog}
    </DropZone>
  )
}
