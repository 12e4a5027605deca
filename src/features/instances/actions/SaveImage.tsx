import { Input } from 'antd'
import { useState } from 'react'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { SaveImageForm } from '#contract/private-images.ts'
import { Field } from '#src/features/instances/create/LabeledField.tsx'
import type { DialogProps } from './ActionModal.tsx'
import { ActionModal, faultOf } from './ActionModal.tsx'
import { useAct } from './use-instance-action.ts'

/** Asks what the image is to be called. */
export function SaveImage({ row, onClose }: DialogProps) {
  const [name, setName] = useState('')
  const [version, setVersion] = useState('v1')
  const [asked, setAsked] = useState(false)
  const { act, acting, failure } = useAct(instances.save_image, row, onClose)
  const checked = SaveImageForm.safeParse({ name, version })
  const own = (field: string) =>
    asked && !checked.success ? checked.error.issues.find(({ path }) => path[0] === field)?.message : undefined
  const save = () => {
    setAsked(true)
    if (checked.success) act(checked.data)
  }

  return (
    <ActionModal action="save_image" instance={row} acting={acting} failure={failure} onAct={save} onClose={onClose}>
      <Field
        label="镜像名称"
        fault={own('name') ?? faultOf(failure, 'name')}
        help={`每个账号最多 ${limits.private_images_max} 个私有镜像，名称不能重复。`}
      >
        {(ties) => (
          <Input
            {...ties}
            autoFocus
            value={name}
            maxLength={limits.image_name_max}
            placeholder="例如 微调环境"
            onChange={({ target }) => setName(target.value)}
            onPressEnter={save}
          />
        )}
      </Field>
      <Field label="版本" fault={own('version') ?? faultOf(failure, 'version')} help="写在名称后面，方便区分。">
        {(ties) => (
          <Input
            {...ties}
            value={version}
            maxLength={20}
            onChange={({ target }) => setVersion(target.value)}
            onPressEnter={save}
          />
        )}
      </Field>
    </ActionModal>
  )
}
