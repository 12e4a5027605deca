import { Link } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { addMixedSpacing } from '#src/ui/mixed-spacing.ts'

/** 404: the row in the address does not exist or belongs to another user. */
export function NotFound({ resource }: { resource: Resource }) {
  return (
    <>
      <PageHeading title={resultCodes.not_found.message} trail={[{ label: resource.label, to: resource.path }]} />
      <PagePanel>
        <EmptyState
          title="没有找到这条内容"
          hint="它可能已被删除，或属于别的账号。"
          action={<Link to={resource.path}>{addMixedSpacing(`返回${resource.label}`)}</Link>}
        />
      </PagePanel>
    </>
  )
}
