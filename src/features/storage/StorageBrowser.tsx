import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { ListCards } from '#src/admin/list/ListCards.tsx'
import { ListFooter } from '#src/admin/list/ListFooter.tsx'
import { ListTable } from '#src/admin/list/ListTable.tsx'
import { useSelection } from '#src/admin/list/use-selection.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { is_narrow } from '#src/ui/media.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { DropZone } from './DropZone.tsx'
import { inFolder } from './folder-address.ts'
import { NoEntries } from './NoEntries.tsx'
import { PreviewContext } from './preview-context.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { BrowserBar } from './StorageBrowserBar.tsx'
import { useEntries } from './storage-queries.ts'
import { entries, entryOf, rowOf } from './storageEntryResource.tsx'
import { useEntryActions } from './use-entry-actions.tsx'
import { usePlace } from './use-storage-place.ts'

const none: never[] = []

/** The files and folders of one folder, and what may be done with them. */
export function Browser({ region_id }: { region_id: string }) {
  const { path, state, change } = usePlace()
  const [search] = useSearchParams()
  const { page, page_size, sort, keyword } = state
  const ordered = sort && { sort: sort.field as 'name', order: sort.order }
  const asked = { region_id, path, page, page_size, ...ordered, ...(keyword && { keyword }) }
  const { data, total, error, refetch, isPlaceholderData, isFetching } = useEntries(asked)
  const rows = useMemo(() => data?.map(rowOf), [data])
  const selection = useSelection(rows ?? none)
  const { actions, run, dialog, preview, move, remove } = useEntryActions(region_id, () => selection.set(none))
  const Body = useStore(is_narrow) ? ListCards : ListTable
  const place = { region_id, folder: path }

  return (
    <DropZone place={place}>
      <Panel flush>
        <BrowserBar
          place={place}
          keyword={keyword}
          onSearch={(next) => change({ keyword: next })}
          refreshing={isFetching && data !== undefined}
          onRefresh={() => void refetch()}
        />
        {selection.rows.length > 0 && (
          <SelectionBar
            region_id={region_id}
            chosen={selection.rows.map(entryOf)}
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
            actions={path && <Link to={inFolder(search, '')}>回到最上层</Link>}
          />
        )}
        {rows?.length === 0 && <NoEntries path={path} keyword={keyword} onClear={() => change({ keyword: '' })} />}
        {rows && rows.length > 0 && (
          <PreviewContext value={preview}>
            <Body
              resource={entries}
              state={state}
              change={change}
              rows={rows}
              columns={entries.columns}
              stale={isPlaceholderData}
              actions={actions}
              run={run}
              selection={selection}
            />
            <ListFooter state={state} change={change} total={total} />
          </PreviewContext>
        )}
      </Panel>
      {dialog}
    </DropZone>
  )
}
