import { CanAccess } from '@refinedev/core'
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { createLabel } from '#src/admin/create-label.ts'
import type { Resource } from '#src/admin/resource.ts'
import { resourcePaths } from '#src/admin/resource-paths.ts'
import { no_params } from '#src/admin/use-access-checks.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** The one primary action of a list, for those who may. */
export function CreateButton({ resource }: { resource: Resource }) {
  const navigate = useNavigate()
  const { create } = resourcePaths(resource)
  if (!create) return null
  return (
    <CanAccess resource={resource.name} action="create" params={no_params}>
      <Button type="primary" data-shortcut="create" icon={<Icon name="plus" />} onClick={() => void navigate(create)}>
        {createLabel(resource)}
      </Button>
    </CanAccess>
  )
}
