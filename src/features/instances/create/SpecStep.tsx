import { InputNumber } from 'antd'
import { limits } from '#contract/limits.ts'
import { formatDiskLimit } from '#src/features/instances/instance-text.ts'
import { ChoiceOption } from './ChoiceOption.tsx'
import type { CreateFormFaults } from './check-form.ts'
import { FormStep } from './FormStep.tsx'
import fields from './LabeledField.module.css'
import { LabeledField } from './LabeledField.tsx'
import type { ResolvedDraft } from './resolve-draft.ts'
import styles from './SpecStep.module.css'
import type { ChangeDraft } from './use-draft.ts'

const { freeDataDiskGb: free, dataDiskMaxGb: most } = limits
const diskSizes = [free, 100, 200, 500, 1000, most]

/** Selects the number of cards and the size of the data disk. */
export function SpecStep({
  resolved,
  faults,
  change,
}: {
  resolved: ResolvedDraft
  faults: CreateFormFaults
  change: ChangeDraft
}) {
  const { product, form } = resolved
  if (!product) return null
  const { peer_gpu: peerGpu, gpu_idles: gpuIdles, max_gpu_num: maxGpuNum, vram } = product
  const count = form.gpu_num ?? 1
  const short =
    count <= gpuIdles
      ? undefined
      : gpuIdles > 0
        ? `当前最多可租 ${gpuIdles} 张，更多的可以排队，或换一个产品。`
        : '当前没有空闲，可以排队，或换一个产品。'
  return (
    <FormStep number={2} title="规格">
      <fieldset className={fields.group}>
        <legend className={fields.legend}>GPU 卡数</legend>
        <div className={fields.row}>
          {Array.from({ length: maxGpuNum }, (_, index) => index + 1).map((number) => (
            <ChoiceOption
              key={number}
              name="gpu_num"
              shape="chip"
              checked={number === count}
              title={number > gpuIdles ? `当前最多可租 ${gpuIdles} 张，选中后可以排队` : undefined}
              label={`${number} 张`}
              onChoose={() => change({ gpu_num: number })}
            >
              {number}
            </ChoiceOption>
          ))}
        </div>
        <p className={fields.below} data-fault={Boolean(faults.gpu_num)} role={faults.gpu_num ? 'alert' : undefined}>
          {faults.gpu_num ??
            short ??
            `共 ${peerGpu.cpu * count} 核 CPU，${peerGpu.memory * count} GB 内存，${vram * count} GB 显存，系统盘 ${peerGpu.sys_disk} GB`}
        </p>
      </fieldset>
      <LabeledField
        label="数据盘"
        fault={faults.data_disk}
        help={`挂载在 /workspace，关机后保留。${free} GB 免费，超出部分 ¥${limits.dataDiskPriceMicroPerGbHour / 1_000_000}/GB/小时。${formatDiskLimit(product.capabilities)}`}
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
              onChange={(dataDisk) => change({ data_disk: dataDisk })}
            />
            {diskSizes.map((size) => (
              <ChoiceOption
                key={size}
                name="data_disk"
                shape="chip"
                checked={size === form.data_disk}
                label={`${size} GB`}
                onChoose={() => change({ data_disk: size })}
              >
                {size === free ? `${size} 免费` : size}
              </ChoiceOption>
            ))}
          </div>
        )}
      </LabeledField>
    </FormStep>
  )
}
