import { CanAccess } from '@refinedev/core'
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { formatCreateLabel } from '#src/admin/create-label.ts'
import type { Resource } from '#src/admin/resource.ts'
import { buildResourcePaths } from '#src/admin/resource-paths.ts'
import { emptyAccessParams } from '#src/admin/use-access-checks.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** The one primary action of a list, for those who may. */
export function CreateButton({ resource }: { resource: Resource }) {
  const navigate = useNavigate()
  const { create } = buildResourcePaths(resource)
  if (!create) return null
  return (
    <CanAccess resource={resource.name} action="create" params={emptyAccessParams}>
      <Button type="primary" data-shortcut="create" icon={<Icon name="plus" />} onClick={() => void navigate(create)}>
        {formatCreateLabel(resource)}
      </Button>
    </CanAccess>
  )
}
