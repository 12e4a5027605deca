import { Alert, Modal } from 'antd'
import { useState } from 'react'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { type InstanceMounts, instanceDatasets } from '#contract/instance-datasets.ts'
import { useAction } from '#src/admin/use-action.ts'
import { type ChosenDataset, DatasetChoice } from '#src/features/datasets/shared.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { formatUnavailableMount } from './mount-text.ts'
import styles from './mounts.module.css'

interface Props {
  instance: InstanceDetail
  mounts: InstanceMounts
  onClose: () => void
}

/** Selects the data sets mounted at the next boot. The running instance is not changed. */
export default function ChangeMounts({ instance, mounts, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly ChosenDataset[]>(mounts.data_sets)
  const versionIds = chosen.map(({ version_id: versionId }) => versionId)
  const known = new Map(mounts.data_sets.map((set) => [set.version_id, set]))

  const {
    run,
    pending,
    failure: refusal,
  } = useAction(instanceDatasets.update, {
    pageTells: true,
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
      onOk={() => void run({ params: { id: instance.id }, body: { version_ids: versionIds } })}
      onCancel={onClose}
    >
      <div className={styles.dialog}>
        <p>
          {instance.status === instanceStatusCodes.running
            ? '下次开机时生效，正在运行的程序不受影响；挂载不收费，实例里的数据不变。'
            : '开机时生效；挂载不收费，实例里的数据不变。'}
        </p>
        <DatasetChoice
          chosen={chosen}
          onChange={setChosen}
          noteOf={({ version_id: versionId }) => {
            const set = known.get(versionId)
            return set && formatUnavailableMount(set)
          }}
        />
        {failure && <Alert type="error" showIcon message={failure} />}
      </div>
    </Modal>
  )
}
