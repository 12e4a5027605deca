import { Link } from 'react-router-dom'
import { codes } from '#contract/codes.ts'
import { PageHeader } from '#src/admin/layout/PageHeading.tsx'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { spaced } from '#src/ui/mixed-spacing.ts'

/** 404: the address names a row that is not there, or not yours. */
export function NotFound({ resource }: { resource: Resource }) {
  return (
    <>
      <PageHeader title={codes.not_found.message} trail={[{ label: resource.label, to: resource.path }]} />
      <Panel>
        <EmptyState
          title="没有找到这条内容"
          hint="它可能已被删除，或属于别的账号。"
          action={<Link to={resource.path}>{spaced(`返回${resource.label}`)}</Link>}
        />
      </Panel>
    </>
  )
}
