import { Input } from 'antd'
import { useState } from 'react'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { SaveImageForm } from '#contract/private-images.ts'
import { LabeledField } from '#src/features/instances/create/LabeledField.tsx'
import type { ActionDialogProps } from './ActionModal.tsx'
import { ActionModal, formatFieldFault } from './ActionModal.tsx'
import { useInstanceAction } from './use-instance-action.ts'

/** Asks what the image is to be called. */
export function SaveImage({ row, onClose }: ActionDialogProps) {
  const [name, setName] = useState('')
  const [version, setVersion] = useState('v1')
  const [asked, setAsked] = useState(false)
  const { act, acting, failure } = useInstanceAction(instances.save_image, row, onClose)
  const checked = SaveImageForm.safeParse({ name, version })
  const own = (field: string) =>
    asked && !checked.success ? checked.error.issues.find(({ path }) => path[0] === field)?.message : undefined
  const save = () => {
    setAsked(true)
    if (checked.success) act(checked.data)
  }

  return (
    <ActionModal action="save_image" instance={row} acting={acting} failure={failure} onAct={save} onClose={onClose}>
      <LabeledField
        label="镜像名称"
        fault={own('name') ?? formatFieldFault(failure, 'name')}
        help={`每个账号最多 ${limits.privateImagesMax} 个私有镜像，名称不能重复。`}
      >
        {(ties) => (
          <Input
            {...ties}
            autoFocus
            value={name}
            maxLength={limits.imageNameMax}
            placeholder="例如 微调环境"
            onChange={({ target }) => setName(target.value)}
            onPressEnter={save}
          />
        )}
      </LabeledField>
      <LabeledField label="版本" fault={own('version') ?? formatFieldFault(failure, 'version')} help="写在名称后面，方便区分。">
        {(ties) => (
          <Input
            {...ties}
            value={version}
            maxLength={20}
            onChange={({ target }) => setVersion(target.value)}
            onPressEnter={save}
          />
        )}
      </LabeledField>
    </ActionModal>
  )
}
