import { Alert, Button } from 'antd'
import { DataSetChoice } from '#src/features/datasets/choice/DatasetChoice.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import type { Faults } from './check-form.ts'
import type { Draft } from './draft.ts'
import { Step } from './FormStep.tsx'
import fields from './LabeledField.module.css'
import type { Change } from './use-draft.ts'
import { useAskedDataSet } from './use-requested-dataset.ts'

interface Props {
  draft: Draft
  faults: Faults
  change: Change
}

/** Data that stands ready in the instance, for reading. */
export function DataSetStep({ draft, faults, change }: Props) {
  const { loading, lost, error } = useAskedDataSet(draft, change)
  const fault = faults.data_set_version_ids
  const forget = () => change({ data_set_id: undefined, data_set_version_id: undefined })
  return (
    <Step number={4} title="数据集" hint="可选，只读挂载，不占数据盘，也不收费">
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
      <DataSetChoice chosen={draft.data_sets ?? []} onChange={(data_sets) => change({ data_sets })} />
      {fault && (
        <p className={fields.below} data-fault role="alert">
          {fault}
        </p>
      )}
    </Step>
  )
}
