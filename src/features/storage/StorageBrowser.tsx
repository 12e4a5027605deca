import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { ListCards } from '#src/admin/list/ListCards.tsx'
import { ListFooter } from '#src/admin/list/ListFooter.tsx'
import { ListTable } from '#src/admin/list/ListTable.tsx'
import { useSelection } from '#src/admin/list/use-selection.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { DropZone } from './DropZone.tsx'
import { toFolderAddress } from './folder-address.ts'
import { NoEntries } from './NoEntries.tsx'
import { PreviewContext } from './preview-context.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { StorageBrowserBar } from './StorageBrowserBar.tsx'
import { useStorageEntries } from './storage-queries.ts'
import { storageEntryResource, toEntryRow, toStorageEntry } from './storageEntryResource.tsx'
import { useEntryActions } from './use-entry-actions.tsx'
import { useStoragePlace } from './use-storage-place.ts'

const none: never[] = []

/** The files and folders of one folder, and what may be done with them. */
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
