import { InputNumber } from 'antd'
import { useState } from 'react'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { Field } from '#src/features/instances/create/LabeledField.tsx'
import { useDiskLimit } from '#src/ui/server-info.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './ActionDialog.module.css'
import type { DialogProps } from './ActionModal.tsx'
import { ActionModal, faultOf } from './ActionModal.tsx'
import { useAct } from './use-instance-action.ts'

const step = 50

/** Asks how large, and says what an hour costs then. */
export function ResizeDisk({ row, onClose }: DialogProps) {
  const present = row.flavor.data_disk
  const limit = useDiskLimit()
  const [data_disk, setDisk] = useState<number | null>(Math.min(present + step, limits.data_disk_max_gb))
  const { act, acting, failure } = useAct(instances.resize_disk, row, onClose)
  const { data, error, isPlaceholderData } = useEndpoint(
    instances.resize_quote,
    { params: { id: row.id }, body: { data_disk: data_disk ?? present } },
    { enabled: data_disk !== null, retry: false, keep: true },
  )
  const refusal = isApiError(error) ? error : undefined
  const fault = data_disk === null ? '请输入数据盘大小' : (faultOf(refusal, 'data_disk') ?? faultOf(failure, 'data_disk'))
  const quote = refusal || isPlaceholderData ? undefined : data

  return (
    <ActionModal
      action="resize_disk"
      instance={row}
      ready={quote !== undefined}
      acting={acting}
      failure={failure ?? (fault ? undefined : refusal)}
      onAct={() => quote && data_disk !== null && act({ data_disk, new_price_hour: quote.new_price_hour })}
      onClose={onClose}
    >
      <Field
        label="数据盘"
        fault={fault}
        help={`${limits.free_data_disk_gb} GB 免费，超出部分 ¥${limits.data_disk_price_micro_per_gb_hour / 1_000_000}/GB/小时，最大 ${limits.data_disk_max_gb} GB。${limit}`}
      >
        {(ties) => (
          <InputNumber<number>
            {...ties}
            className={styles.wide}
            autoFocus
            value={data_disk}
            precision={0}
            step={step}
            suffix="GB"
            onChange={setDisk}
          />
        )}
      </Field>
      <dl className={styles.facts} aria-live="polite">
        <dt>数据盘</dt>
        <dd>
          {present} GB → {quote ? data_disk : '…'} GB
        </dd>
        <dt>现在每小时</dt>
        <dd>
          <Yuan amount={row.price_hour} />
        </dd>
        <dt>下次开机起每小时</dt>
        <dd>{quote ? <Yuan amount={quote.new_price_hour} as="price" /> : '…'}</dd>
      </dl>
    </ActionModal>
  )
}
