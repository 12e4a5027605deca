import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { Icon } from '#src/kit/Icon.tsx'
import { useStore } from '#src/kit/use-store.ts'
import { accessOf } from '#src/providers/access-provider.ts'
import { createLabel } from '#src/resources/create-label.ts'
import type { Resource } from '#src/resources/define-resource.ts'
import { resourcePaths } from '#src/resources/resource-paths.ts'
import { current_user } from '#src/session/current-user.ts'
import { mayAccessInside } from '#src/session/may-access.ts'

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
