import { Suspense, useDeferredValue, useEffect } from 'react'
import { isActionShown } from '#src/admin/actions/action-availability.ts'
import { useRowActions } from '#src/admin/actions/use-row-actions.tsx'
import { LinkTabs } from '#src/admin/layout/LinkTabs.tsx'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { addMixedSpacing } from '#src/ui/mixed-spacing.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { CreateButton } from './CreateButton.tsx'
import { ListCards } from './ListCards.tsx'
import { ListFooter } from './ListFooter.tsx'
import { ListTable } from './ListTable.tsx'
import { isListFiltered } from './list-state.ts'
import { NoRows } from './NoRows.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useListRows } from './use-list-rows.ts'
import { useListState } from './use-list-state.ts'
import { useSelection } from './use-selection.ts'

const BulkBar = lazyPart(() => import('#src/admin/actions/BulkBar.tsx'))

const noRows: never[] = []

/** The page of all rows of a resource. Its address is its state. */
export default function ResourceListPage({ resource }: { resource: Resource }) {
  const { tabs, tools: Tools, above: Above, summary: Summary } = resource
  const [state, change] = useListState(resource)
  const { query, rows: newest, total } = useListRows(resource, state)
  // many rows that change at once are drawn piece by piece, between two frames
  const rows = useDeferredValue(newest)
  const { actions, run, dialog } = useRowActions(resource)
  const selection = useSelection(rows ?? noRows)
  const narrow = useStore(narrowScreen)
  const Body = narrow ? ListCards : ListTable

  // rows may have gone since the address was written: show the last page there is
  const last = Math.max(1, Math.ceil(total / state.page_size))
  const beyond = !query.isPlaceholderData && newest?.length === 0 && total > 0 && state.page > last
  useEffect(() => {
    if (beyond) change({ page: last }, { replace: true })
  }, [beyond, last, change])

  // where there is nothing at all, there is nothing to search, to filter or to take home
  const nothing = query.isSuccess && total === 0 && rows?.length === 0 && !isListFiltered(state)

  return (
    <>
      <PageHeading
        title={resource.label}
        meaning={resource.meaning}
        trail={resource.parent ? [resource.parent] : noRows}
        actions={
          <>
            {Tools && <Tools />}
            <CreateButton resource={resource} />
          </>
        }
      />
      {tabs && <LinkTabs {...tabs} />}
      {Above && <Above />}
      <PagePanel flush>
        {!nothing && (
          <Toolbar
            resource={resource}
            state={state}
            change={change}
            refreshing={query.isFetching && !query.isLoading}
            onRefresh={() => void query.refetch()}
            total={query.data ? total : null}
          />
        )}
        {Summary && <Summary state={state} />}
        {selection.rows.length > 0 && (
          <Suspense fallback={null}>
            <BulkBar resource={resource} rows={selection.rows} onClear={() => selection.set(noRows)} />
          </Suspense>
        )}
        <AsyncView
          data={rows}
          error={query.error}
          errorTitle={addMixedSpacing(`${resource.label}加载失败`)}
          onRetry={() => void query.refetch()}
          skeleton={<SkeletonRows rows={8} columns={narrow ? 2 : Math.min(resource.columns.length, 6)} />}
        >
          {(present) =>
            present.length ? (
              <>
                <Body
                  resource={resource}
                  state={state}
                  change={change}
                  rows={present}
                  columns={resource.columns}
                  stale={query.isPlaceholderData}
                  actions={present.some((row) => actions.some((action) => isActionShown(action, row))) ? actions : noRows}
                  run={run}
                  selection={resource.bulk?.length ? selection : null}
                />
                <ListFooter state={state} change={change} total={total} />
              </>
            ) : (
              <NoRows resource={resource} state={state} change={change} />
            )
          }
        </AsyncView>
      </PagePanel>
      {dialog}
    </>
  )
}
