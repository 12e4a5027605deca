import { InputNumber } from 'antd'
import { useState } from 'react'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { LabeledField } from '#src/features/instances/create/LabeledField.tsx'
import { formatDiskLimit } from '#src/features/instances/instance-text.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './ActionDialog.module.css'
import { ActionModal, formatFieldFault, type RowDialogProps } from './ActionModal.tsx'
import { useInstanceAction } from './use-instance-action.ts'

const diskStepGb = 50

/** Asks for the new size and shows the resulting hourly price. */
export function ResizeDisk({ row, onClose }: RowDialogProps) {
  const present = row.flavor.data_disk
  const [dataDisk, setDisk] = useState<number | null>(Math.min(present + diskStepGb, limits.dataDiskMaxGb))
  const { act, acting, failure } = useInstanceAction(instances.resize_disk, row, onClose)
  const { data, error, isPlaceholderData } = useEndpoint(
    instances.resize_quote,
    { params: { id: row.id }, body: { data_disk: dataDisk ?? present } },
    { enabled: dataDisk !== null, retry: false, keep: true },
  )
  const refusal = isApiError(error) ? error : undefined
  const fault =
    dataDisk === null ? '请输入数据盘大小' : (formatFieldFault(refusal, 'data_disk') ?? formatFieldFault(failure, 'data_disk'))
  const quote = refusal || isPlaceholderData ? undefined : data

  return (
    <ActionModal
      action="resize_disk"
      instance={row}
      ready={quote !== undefined}
      acting={acting}
      failure={failure ?? (fault ? undefined : refusal)}
      onAct={() => quote && dataDisk !== null && act({ data_disk: dataDisk, new_price_hour: quote.new_price_hour })}
      onClose={onClose}
    >
      <LabeledField
        label="数据盘"
        fault={fault}
        help={`${limits.freeDataDiskGb} GB 免费，超出部分 ¥${limits.dataDiskPriceMicroPerGbHour / 1_000_000}/GB/小时，最大 ${limits.dataDiskMaxGb} GB。${formatDiskLimit(row.capabilities)}`}
      >
        {(ties) => (
          <InputNumber<number>
            {...ties}
            className={styles.wide}
            autoFocus
            value={dataDisk}
            precision={0}
            step={diskStepGb}
            suffix="GB"
            onChange={setDisk}
          />
        )}
      </LabeledField>
      <dl className={styles.facts} aria-live="polite">
        <dt>数据盘</dt>
        <dd>
          {present} GB → {quote ? dataDisk : '…'} GB
        </dd>
        <dt>现在每小时</dt>
        <dd>
          <YuanAmount amount={row.price_hour} />
        </dd>
        <dt>下次开机起每小时</dt>
        <dd>{quote ? <YuanAmount amount={quote.new_price_hour} as="price" /> : '…'}</dd>
      </dl>
    </ActionModal>
  )
}
