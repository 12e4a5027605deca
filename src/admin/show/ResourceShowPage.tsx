import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Endpoint, EndpointData } from '#contract/endpoint.ts'
import { isActionDisabled, isActionShown } from '#src/admin/actions/action-availability.ts'
import { useRowActions } from '#src/admin/actions/use-row-actions.tsx'
import { formatCell, getColumnKey, renderCell } from '#src/admin/columns.tsx'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import { buildResourcePaths, buildRowPath } from '#src/admin/resource-paths.ts'
import type { Row } from '#src/admin/row-types.ts'
import styles from './ResourceShowPage.module.css'

/** Returns all columns except the first that says what the title says. */
function listShownColumns(resource: Resource, row: Row) {
  const columns = [...resource.columns, ...(resource.details ?? [])]
  const titled = columns.findIndex((column) => formatCell(column, row) === resource.title(row))
  return columns.filter((_, nth) => nth !== titled)
}

function ShowPage({ resource, row, children }: { resource: Resource; row: Row; children?: ReactNode }) {
  const navigate = useNavigate()
  const { actions, run, dialog } = useRowActions(resource, { onRemoved: () => void navigate(resource.path, { replace: true }) })
  const { show = '' } = buildResourcePaths(resource)
  const leadsHere = (action: RowAction<Row>) => 'href' in action && action.href(row) === buildRowPath(show, row.id)
  const shown = actions.filter((action) => !leadsHere(action) && isActionShown(action, row))
  return (
    <>
      <PageHeading
        title={resource.title(row)}
        trail={[...(resource.parent ? [resource.parent] : []), { label: resource.label, to: resource.path }]}
        actions={shown.map((action) => (
          <Button
            key={action.name}
            icon={action.icon}
            danger={action.danger ?? false}
            disabled={isActionDisabled(action, row)}
            onClick={() => run(action, row)}
          >
            {action.label}
          </Button>
        ))}
      />
      <PagePanel>
        <dl className={styles.fields}>
          {listShownColumns(resource, row).map((column) => (
            <div key={getColumnKey(column)} className={column.type === 'lines' ? styles.lines : undefined}>
              <dt>{column.title}</dt>
              <dd>{renderCell(column, row)}</dd>
            </div>
          ))}
        </dl>
      </PagePanel>
      {children}
      {dialog}
    </>
  )
}

interface Props<E extends Endpoint> {
  resource: Resource
  /** Endpoint of the rows; gives `children` their row type. */
  of?: E
  children?: (row: Row & EndpointData<E>) => ReactNode
}

/** Page of one row: its fields, its actions, and the resource's own content below. */
export default function ResourceShowPage<E extends Endpoint = Endpoint>({ resource, children }: Props<E>) {
  return (
    <RowView resource={resource}>
      {(row) => (
        <ShowPage resource={resource} row={row}>
          {children?.(row as Row & EndpointData<E>)}
        </ShowPage>
      )}
    </RowView>
  )
}
