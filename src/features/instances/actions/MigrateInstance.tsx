import { Alert, Checkbox, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { instances } from '#contract/instances.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { LabeledField } from '#src/features/instances/create/LabeledField.tsx'
import styles from './ActionDialog.module.css'
import type { ActionDialogProps } from './ActionModal.tsx'
import { ActionModal } from './ActionModal.tsx'
import { useInstanceAction } from './use-instance-action.ts'

const anyHost = ''

/** Says whether there is a host to move to, and asks which and whether to boot there. */
export function MigrateInstance({ row, onClose }: ActionDialogProps) {
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
