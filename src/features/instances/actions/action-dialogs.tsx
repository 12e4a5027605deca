import { Alert, Checkbox, Input, Select, Skeleton } from 'antd'
import { type FunctionComponent, useState } from 'react'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { SaveImageForm } from '#contract/private-images.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { LabeledField } from '#src/features/instances/create/LabeledField.tsx'
import styles from './ActionDialog.module.css'
import { ActionDialog } from './ActionDialog.tsx'
import { ActionModal, formatFieldFault, type RowDialogProps } from './ActionModal.tsx'
import { ChangeImage } from './ChangeImage.tsx'
import { CloneInstance } from './CloneInstance.tsx'
import { type InputAction, type PowerActionName, powerActions } from './power-actions.ts'
import { ResizeDisk } from './ResizeDisk.tsx'
import { useInstanceAction } from './use-instance-action.ts'

const anyHost = ''

/** Says whether a host is available to migrate to, and asks which one and whether to boot there. */
function MigrateInstance({ row, onClose }: RowDialogProps) {
  const [hostId, setHost] = useState(anyHost)
  const [start, setStart] = useState(false)
  const { act, acting, failure } = useInstanceAction(instances.migrate, row, onClose)
  const { data, error } = useEndpoint(instances.migration, { params: { id: row.id } }, { gcTime: 0 })
  const whyNot = data?.why_not ?? (isApiError(error) ? error.message : null)

  return (
    <ActionModal
      action="migrate"
      instance={row}
      ready={data?.possible === true}
      acting={acting}
      failure={failure}
      onAct={() => act({ host_id: hostId || null, start })}
      onClose={onClose}
    >
      {whyNot && <Alert type="warning" showIcon message={whyNot} />}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {data?.possible && (
        <>
          <LabeledField label="迁到" help="迁移期间为你占住目标主机上的 GPU，不收费。">
            {(ties) => (
              <Select
                {...ties}
                className={styles.wide}
                autoFocus
                value={hostId}
                onChange={setHost}
                options={[
                  { value: anyHost, label: '由平台选择最空闲的主机' },
                  ...data.hosts.map((host) => ({ value: host.host_id, label: `${host.host_id}（空闲 ${host.gpu_free} 张）` })),
                ]}
              />
            )}
          </LabeledField>
          <Checkbox checked={start} onChange={({ target }) => setStart(target.checked)}>
            迁移完成后开机，从「运行中」开始计费
          </Checkbox>
        </>
      )}
    </ActionModal>
  )
}

/** Asks for the name of the image. */
function SaveImage({ row, onClose }: RowDialogProps) {
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

const powerDialogs = Object.fromEntries(
  powerActions.map((action) => [
    action,
    ({ row, onClose }: RowDialogProps) => <ActionDialog action={action} instance={row} onClose={onClose} />,
  ]),
) as Record<PowerActionName, FunctionComponent<RowDialogProps>>

/** Dialogs of the row actions, by action. */
export const actionDialogs: Record<PowerActionName | InputAction, FunctionComponent<RowDialogProps>> = {
  ...powerDialogs,
  save_image: SaveImage,
  change_image: ChangeImage,
  clone: CloneInstance,
  resize_disk: ResizeDisk,
  migrate: MigrateInstance,
}
