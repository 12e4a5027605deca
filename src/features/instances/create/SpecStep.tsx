import { InputNumber } from 'antd'
import { limits } from '#contract/limits.ts'
import { useDiskLimit } from '#src/ui/server-info.ts'
import { Choice } from './ChoiceOption.tsx'
import type { Faults } from './check-form.ts'
import { Step } from './FormStep.tsx'
import fields from './LabeledField.module.css'
import { Field } from './LabeledField.tsx'
import type { Resolved } from './resolve-draft.ts'
import styles from './SpecStep.module.css'
import type { Change } from './use-draft.ts'

const { free_data_disk_gb: free, data_disk_max_gb: most } = limits
const disks = [free, 100, 200, 500, 1000, most]

/** How many cards, and how much room for data. */
export function SpecStep({ resolved, faults, change }: { resolved: Resolved; faults: Faults; change: Change }) {
  const { product, form } = resolved
  const limit = useDiskLimit()
  if (!product) return null
  const { peer_gpu, gpu_idles, max_gpu_num, vram } = product
  const count = form.gpu_num ?? 1
  const short =
    count <= gpu_idles
      ? undefined
      : gpu_idles > 0
        ? `当前最多可租 ${gpu_idles} 张，更多的可以排队，或换一个产品。`
        : '当前没有空闲，可以排队，或换一个产品。'
  return (
    <Step number={2} title="规格">
      <fieldset className={fields.group}>
        <legend className={fields.legend}>GPU 卡数</legend>
        <div className={fields.row}>
          {Array.from({ length: max_gpu_num }, (_, index) => index + 1).map((number) => (
            <Choice
              key={number}
              name="gpu_num"
              shape="chip"
              checked={number === count}
              title={number > gpu_idles ? `当前最多可租 ${gpu_idles} 张，选中后可以排队` : undefined}
              label={`${number} 张`}
              onChoose={() => change({ gpu_num: number })}
            >
              {number}
            </Choice>
          ))}
        </div>
        <p className={fields.below} data-fault={Boolean(faults.gpu_num)} role={faults.gpu_num ? 'alert' : undefined}>
          {faults.gpu_num ??
            short ??
            `共 ${peer_gpu.cpu * count} 核 CPU，${peer_gpu.memory * count} GB 内存，${vram * count} GB 显存，系统盘 ${peer_gpu.sys_disk} GB`}
        </p>
      </fieldset>
      <Field
        label="数据盘"
        fault={faults.data_disk}
        help={`挂载在 /workspace，关机后保留。${free} GB 免费，超出部分 ¥${limits.data_disk_price_micro_per_gb_hour / 1_000_000}/GB/小时。${limit}`}
      >
        {(ties) => (
          <div className={fields.row}>
            <InputNumber<number>
              {...ties}
              className={styles.disk}
              value={form.data_disk ?? null}
              precision={0}
              step={10}
              suffix="GB"
              onChange={(data_disk) => change({ data_disk })}
            />
            {disks.map((size) => (
              <Choice
                key={size}
                name="data_disk"
                shape="chip"
                checked={size === form.data_disk}
                label={`${size} GB`}
                onChoose={() => change({ data_disk: size })}
              >
                {size === free ? `${size} 免费` : size}
              </Choice>
            ))}
          </div>
        )}
      </Field>
    </Step>
  )
}
