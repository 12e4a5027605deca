import { type HttpError, useList } from '@refinedev/core'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatCreateLabel } from '#src/admin/create-label.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { addMixedSpacing } from '#src/ui/mixed-spacing.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'

/** Says why no row can be created now, in place of the form, to who comes by the address and did not see the list. */
export function WhyNoneCreated({ resource, children }: { resource: Resource; children: ReactNode }) {
  const navigate = useNavigate()
  const { query, result } = useList<Row, HttpError>({
    resource: resource.name,
    pagination: { currentPage: 1, pageSize: 1 },
    errorNotification: false, // the page shows the error
  })
  return (
    <AsyncView
      data={query.data && result.data}
      error={query.error}
      errorTitle={addMixedSpacing(`${resource.label}加载失败`)}
      onRetry={() => void query.refetch()}
      skeleton={<SkeletonRows rows={4} columns={1} />}
    >
      {(rows) => {
        const why = resource.form?.whyNoneCreated?.(rows)
        if (!why) return children
        return (
          <EmptyState
            title={`现在不能${formatCreateLabel(resource)}`}
            hint={why}
            action={<Button onClick={() => void navigate(resource.path)}>返回列表</Button>}
          />
        )
      }}
    </AsyncView>
  )
}
