import { Alert, Checkbox, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { instances } from '#contract/instances.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { Field } from '#src/features/instances/create/LabeledField.tsx'
import styles from './ActionDialog.module.css'
import type { DialogProps } from './ActionModal.tsx'
import { ActionModal } from './ActionModal.tsx'
import { useAct } from './use-instance-action.ts'

const any = ''

/** Says whether there is a host to move to, and asks which and whether to boot there. */
export function MigrateInstance({ row, onClose }: DialogProps) {
  const [host_id, setHost] = useState(any)
  const [start, setStart] = useState(false)
  const { act, acting, failure } = useAct(instances.migrate, row, onClose)
  const { data, error } = useEndpoint(instances.migration, { params: { id: row.id } }, { gcTime: 0 })
  const why_not = data?.why_not ?? (isApiError(error) ? error.message : null)

  return (
    <ActionModal
      action="migrate"
      instance={row}
      ready={data?.possible === true}
      acting={acting}
      failure={failure}
      onAct={() => act({ host_id: host_id || null, start })}
      onClose={onClose}
    >
      {why_not && <Alert type="warning" showIcon message={why_not} />}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {data?.possible && (
        <>
          <Field label="迁到" help="迁移期间为你占住目标主机上的 GPU，不收费。">
            {(ties) => (
              <Select
                {...ties}
                className={styles.wide}
                autoFocus
                value={host_id}
                onChange={setHost}
                options={[
                  { value: any, label: '由平台选择最空闲的主机' },
                  ...data.hosts.map((host) => ({ value: host.host_id, label: `${host.host_id}（空闲 ${host.gpu_free} 张）` })),
                ]}
              />
            )}
          </Field>
          <Checkbox checked={start} onChange={({ target }) => setStart(target.checked)}>
            迁移完成后开机，从「运行中」开始计费
          </Checkbox>
        </>
      )}
    </ActionModal>
  )
}
