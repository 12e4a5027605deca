import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { DataOf, Endpoint } from '#contract/endpoint.ts'
import { isOff, isShown } from '#src/admin/actions/action-availability.ts'
import { useRowActions } from '#src/admin/actions/use-row-actions.tsx'
import { cellContent, cellText, columnKey } from '#src/admin/columns.tsx'
import { PageHeader } from '#src/admin/layout/PageHeading.tsx'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import { resourcePaths, rowPath } from '#src/admin/resource-paths.ts'
import type { Row } from '#src/admin/row-types.ts'
import styles from './ResourceShowPage.module.css'

/** All fields but the one that already stands as the title. */
const fieldsOf = (resource: Resource, row: Row) =>
  [...resource.columns, ...(resource.details ?? [])].filter((column) => cellText(column, row) !== resource.title(row))

function ShowPage({ resource, row, children }: { resource: Resource; row: Row; children?: ReactNode }) {
  const navigate = useNavigate()
  const { actions, run, dialog } = useRowActions(resource, { onRemoved: () => void navigate(resource.path, { replace: true }) })
  const { show = '' } = resourcePaths(resource)
  const leadsHere = (action: RowAction<Row>) => 'href' in action && action.href(row) === rowPath(show, row.id)
  const shown = actions.filter((action) => !leadsHere(action) && isShown(action, row))
  return (
    <>
      <PageHeader
        title={resource.title(row)}
        trail={[...(resource.parent ? [resource.parent] : []), { label: resource.label, to: resource.path }]}
        actions={shown.map((action) => (
          <Button
            key={action.name}
            icon={action.icon}
            danger={action.danger ?? false}
            disabled={isOff(action, row)}
            onClick={() => run(action, row)}
          >
            {action.label}
          </Button>
        ))}
      />
      <Panel>
        <dl className={styles.fields}>
          {fieldsOf(resource, row).map((column) => (
            <div key={columnKey(column)}>
              <dt>{column.title}</dt>
              <dd>{cellContent(column, row)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {children}
      {dialog}
    </>
  )
}

interface Props<E extends Endpoint> {
  resource: Resource
  /** What the resource's rows come from, where `children` is to know them by their own type. */
  of?: E
  children?: (row: Row & DataOf<E>) => ReactNode
}

/** The page of one row: its fields, what can be done to it, and whatever a page of one's own adds below. */
export default function Show<E extends Endpoint = Endpoint>({ resource, children }: Props<E>) {
  return (
    <RowView resource={resource}>
      {(row) => (
        <ShowPage resource={resource} row={row}>
          {children?.(row as Row & DataOf<E>)}
        </ShowPage>
      )}
    </RowView>
  )
}
