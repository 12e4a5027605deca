import { type ReactNode, useMemo } from 'react'
import type { Endpoint, EndpointData } from '#contract/endpoint.ts'
import { type Column, formatCell } from '#src/admin/columns.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'

export interface KnownFactsProps<E extends Endpoint> {
  resource: Resource
  /** Endpoint of the row; gives `children` its type. */
  of?: E
  children?: (row: Row & EndpointData<E>) => ReactNode
}

/** The resource with the facts that this row has: nobody has decided yet, or a company has no standing at a university. */
function useKnownFacts(resource: Resource, row: Row): Resource {
  return useMemo(() => {
    const isKnown = (column: Column<Row>) => formatCell(column, row) !== ''
    return {
      ...resource,
      columns: resource.columns.filter(isKnown),
      ...(resource.details && { details: resource.details.filter(isKnown) }),
    }
  }, [resource, row])
}

function KnownRow<E extends Endpoint>({ resource, row, children }: KnownFactsProps<E> & { row: Row }) {
  return <Show<E> resource={useKnownFacts(resource, row)}>{children}</Show>
}

/** Page of one row without empty facts, and the resource's own content below. */
export const KnownFactsShow = <E extends Endpoint = Endpoint>({ resource, children }: KnownFactsProps<E>) => (
  <RowView resource={resource}>
    {(row) => (
      <KnownRow<E> resource={resource} row={row}>
        {children}
      </KnownRow>
    )}
  </RowView>
)
