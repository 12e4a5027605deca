import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { createLabel } from '#src/admin/create-label.ts'
import type { Resource } from '#src/admin/resource.ts'
import { resourcePaths } from '#src/admin/resource-paths.ts'
import { accessOf } from '#src/providers/access-provider.ts'
import { current_user } from '#src/session/current-user.ts'
import { mayAccessInside } from '#src/session/may-access.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useStore } from '#src/ui/use-store.ts'

/** The one primary action of a list, for those who may. */
export function CreateButton({ resource }: { resource: Resource }) {
  const user = useStore(current_user)
  const navigate = useNavigate()
  const { create } = resourcePaths(resource)
  if (!create || !mayAccessInside(accessOf(resource, 'create'), user)) return null
  return (
    <Button type="primary" data-shortcut="create" icon={<Icon name="plus" />} onClick={() => void navigate(create)}>
      {createLabel(resource)}
    </Button>
  )
}
