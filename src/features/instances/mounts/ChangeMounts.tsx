import { Alert, Modal } from 'antd'
import { useState } from 'react'
import { status_codes } from '#contract/instance-actions.ts'
import { type InstanceMounts, instance_data_sets } from '#contract/instance-datasets.ts'
import { useAction } from '#src/admin/use-action.ts'
import type { Chosen } from '#src/features/datasets/choice/chosen-dataset.ts'
import { DataSetChoice } from '#src/features/datasets/choice/DatasetChoice.tsx'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import styles from './Mounts.module.css'
import { goneText } from './mount-text.ts'

interface Props {
  instance: InstanceDetail
  mounts: InstanceMounts
  onClose: () => void
}

/** Which data sets the next boot mounts. What runs is not touched. */
export default function ChangeMounts({ instance, mounts, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly Chosen[]>(mounts.data_sets)
  const version_ids = chosen.map(({ version_id }) => version_id)
  const known = new Map(mounts.data_sets.map((set) => [set.version_id, set]))

  const {
    run,
    pending,
    failure: refusal,
  } = useAction(instance_data_sets.update, {
    page_tells: true,
    onDone: onClose,
  })
  const failure =
    refusal &&
    (Object.values(refusal.errors ?? {})
      .flat()
      .join('；') ||
      refusal.message)

  return (
    <Modal
      open
      title={`更改「${instance.nick_name}」的数据集`}
      width={640}
      okText="保存"
      okButtonProps={{ loading: pending }}
      onOk={() => void run({ params: { id: instance.id }, body: { version_ids } })}
      onCancel={onClose}
    >
      <div className={styles.dialog}>
        <p>
          {instance.status === status_codes.running
            ? '下次开机时生效，正在运行的程序不受影响；挂载不收费，实例里的数据不变。'
            : '开机时生效；挂载不收费，实例里的数据不变。'}
        </p>
        <DataSetChoice
          chosen={chosen}
          onChange={setChosen}
          noteOf={({ version_id }) => {
            const set = known.get(version_id)
            return set && goneText(set)
          }}
        />
        {failure && <Alert type="error" showIcon message={failure} />}
      </div>
    </Modal>
  )
}
