import { CanAccess } from '@refinedev/core'
import { Button, Typography } from 'antd'
import { Suspense, useDeferredValue, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { isActionShown } from '#src/admin/actions/action-availability.ts'
import { useRowActions } from '#src/admin/actions/use-row-actions.tsx'
import { formatCreateLabel } from '#src/admin/create-label.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { ListState, Resource } from '#src/admin/resource.ts'
import { buildResourcePaths } from '#src/admin/resource-paths.ts'
import type { Row } from '#src/admin/row-types.ts'
import { emptyAccessParams } from '#src/admin/use-access-checks.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { addMixedSpacing } from '#src/ui/mixed-spacing.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { ListCards } from './ListCards.tsx'
import { ListFooter } from './ListFooter.tsx'
import { ListTable } from './ListTable.tsx'
import { isListFiltered } from './list-state.ts'
import { Toolbar } from './Toolbar.tsx'
import { useListRows } from './use-list-rows.ts'
import { type ChangeList, useListState } from './use-list-state.ts'
import { useSelection } from './use-selection.ts'

const noRows: never[] = []

/** Primary action of a list; hidden without permission, and a sentence where the rows say why it cannot be taken. */
function CreateButton({ resource, rows = noRows }: { resource: Resource; rows?: readonly Row[] | undefined }) {
  const navigate = useNavigate()
  const { create } = buildResourcePaths(resource)
  if (!create) return null
  const why = resource.form?.whyNoneCreated?.(rows)
  return (
    <CanAccess resource={resource.name} action="create" params={emptyAccessParams}>
      {why ? (
        <Typography.Text type="secondary">{why}</Typography.Text>
      ) : (
        <Button type="primary" data-shortcut="create" icon={<Icon name="plus" />} onClick={() => void navigate(create)}>
          {formatCreateLabel(resource)}
        </Button>
      )}
    </CanAccess>
  )
}

interface NoRowsProps {
  resource: Resource
  state: ListState
  change: ChangeList
  /** Whether the button that creates a row stands here. */
  creates: boolean
}

/** Empty state: no match, or no rows yet; each shows the next step. */
function NoRows({ resource, state, change, creates }: NoRowsProps) {
  if (isListFiltered(state)) {
    return (
      <EmptyState
        title={addMixedSpacing(`没有符合条件的${resource.label}`)}
        hint="放宽或清除条件后再看看。"
        action={<Button onClick={() => change({ keyword: '', filters: {} })}>清除条件</Button>}
      />
    )
  }
  const {
    title = addMixedSpacing(`还没有${resource.label}`),
    hint,
    action = creates && <CreateButton resource={resource} />,
  } = resource.empty ?? {}
  return <EmptyState title={title} hint={hint} action={action} />
}

const BulkBar = lazyPart(() => import('#src/admin/actions/BulkBar.tsx'))

/** List page of a resource. Its state is stored in the address. */
export default function ResourceListPage({ resource }: { resource: Resource }) {
  const { tools: Tools, above: Above, summary: Summary } = resource
  const [state, change] = useListState(resource)
  const { query, rows: newest, total, isCapped, countAll } = useListRows(resource, state)
  // deferred, so that many simultaneous changes do not block frames
  const rows = useDeferredValue(newest)
  const { actions, run, dialog } = useRowActions(resource)
  const selection = useSelection(rows ?? noRows)
  const narrow = useStore(narrowScreen)
  const Body = narrow ? ListCards : ListTable

  // rows may have been deleted since the address was created: show the last existing page
  const last = Math.max(1, Math.ceil(total / state.page_size))
  const beyond = !query.isPlaceholderData && newest?.length === 0 && total > 0 && state.page > last
  useEffect(() => {
    if (beyond) change({ page: last }, { replace: true })
  }, [beyond, last, change])

  // without any rows there is nothing to search, filter or export
  const nothing = query.isSuccess && total === 0 && rows?.length === 0 && !isListFiltered(state)

  // said once: on a wide screen beside the words that teach it, on a phone right above them, where the page would move without it
  const movesCreate = nothing && !narrow && !resource.empty?.action

  return (
    <>
      <PageHeading
        title={resource.label}
        meaning={resource.meaning}
        trail={resource.parent ? [resource.parent] : noRows}
        actions={
          <>
            {Tools && <Tools />}
            {!movesCreate && <CreateButton resource={resource} rows={rows} />}
          </>
        }
      />
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
            isCapped={isCapped}
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
                <ListFooter state={state} change={change} total={total} countAll={isCapped ? countAll : undefined} />
              </>
            ) : (
              <NoRows resource={resource} state={state} change={change} creates={movesCreate} />
            )
          }
        </AsyncView>
      </PagePanel>
      {dialog}
    </>
  )
}
