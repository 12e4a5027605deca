import { Alert, Button } from 'antd'
import { DatasetChoice } from '#src/features/datasets/shared.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import type { CreateFormFaults } from './check-form.ts'
import type { InstanceDraft } from './draft.ts'
import { FormStep } from './FormStep.tsx'
import fields from './LabeledField.module.css'
import type { ChangeDraft } from './use-draft.ts'
import { useRequestedDataset } from './use-requested-dataset.ts'

interface Props {
  draft: InstanceDraft
  faults: CreateFormFaults
  change: ChangeDraft
}

/** Data that stands ready in the instance, for reading. */
export function DatasetStep({ draft, faults, change }: Props) {
  const { loading, lost, error } = useRequestedDataset(draft, change)
  const fault = faults.data_set_version_ids
  const forget = () => change({ data_set_id: undefined, data_set_version_id: undefined })
  return (
    <FormStep number={4} title="数据集" hint="可选，只读挂载，不占数据盘，也不收费">
      {lost && <Alert type="warning" showIcon closable onClose={forget} message="要挂载的数据集已下线，可以另选一个" />}
      {error && (
        <Alert
          type="warning"
          showIcon
          message="要挂载的数据集没有加载成功"
          action={
            <Button size="small" onClick={forget}>
              不挂载它
            </Button>
          }
        />
      )}
      {loading && <SkeletonRows rows={1} columns={2} />}
      <DatasetChoice chosen={draft.data_sets ?? []} onChange={(dataSets) => change({ data_sets: dataSets })} />
      {fault && (
        <p className={fields.below} data-fault role="alert">
          {fault}
        </p>
      )}
    </FormStep>
  )
}
