import { InputNumber } from 'antd'
import { Link } from 'react-router-dom'
import type { ResizeForm, ResizeOptions } from '#contract/instance-money.ts'
import type { Instance } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { ChoiceOption } from '#src/features/instances/create/ChoiceOption.tsx'
import fields from '#src/features/instances/create/LabeledField.module.css'
import { LabeledField } from '#src/features/instances/create/LabeledField.tsx'
import { formatDiskLimit } from '#src/features/instances/instance-text.ts'
import styles from '#src/features/instances/money/money.module.css'
import { paths } from '#src/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

type Product = ResizeOptions['products'][number]

/** Formats how many cards of a product this host can offer. */
const formatHostCapacity = ({ gpu_max: gpuMax, gpu_free: gpuFree }: Product): string =>
  gpuMax === 0 ? '这台主机上没有' : `主机上最多 ${gpuMax} 张，现在可用 ${gpuFree} 张`

interface Props {
  instance: Instance
  options: ResizeOptions
  form: ResizeForm
  faults: Record<string, string>
  change: (form: ResizeForm) => void
}

/** Selects GPU, number of cards and data disk. */
export function FlavorChoice({ instance, options, form, faults, change }: Props) {
  const chosen = options.products.find(({ product_id: productId }) => productId === form.product_id)
  const counts = Array.from({ length: chosen?.gpu_max ?? 0 }, (_, index) => index + 1)
  const { migrate } = options
  return (
    <PagePanel title="新的配置">
      <div className={styles.form}>
        <fieldset className={fields.group}>
          <legend className={fields.legend}>GPU 型号</legend>
          <div className={styles.choices}>
            {options.products.map((product) => (
              <ChoiceOption
                key={product.product_id}
                name="product"
                checked={product.product_id === form.product_id}
                disabled={product.gpu_max === 0}
                onChoose={() =>
                  change({ ...form, product_id: product.product_id, gpu_num: Math.min(form.gpu_num, product.gpu_max) })
                }
              >
                <strong>{product.gpu_type}</strong>
                <span className={styles.quiet}>
                  显存 {product.vram} GB · <YuanAmount amount={product.price_hour} unit="/卡/小时" />
                </span>
                <span className={styles.quiet}>{formatHostCapacity(product)}</span>
              </ChoiceOption>
            ))}
          </div>
          <p className={fields.below} data-fault={Boolean(faults.product_id)}>
            {faults.product_id ?? '数据在这台主机上，所以只能换成同一台主机上有的型号。'}
          </p>
        </fieldset>
        <fieldset className={fields.group}>
          <legend className={fields.legend}>卡数</legend>
          <div className={styles.chips}>
            {counts.map((count) => (
              <ChoiceOption
                key={count}
                name="gpu_num"
                shape="chip"
                label={`${count} 张卡`}
                checked={count === form.gpu_num}
                onChoose={() => change({ ...form, gpu_num: count })}
              >
                {count}
              </ChoiceOption>
            ))}
          </div>
          <p className={fields.below} data-fault={Boolean(faults.gpu_num)}>
            {faults.gpu_num ??
              (migrate ? (
                <>
                  需要更多空闲的卡时，可以先<Link to={paths.containerInstance(instance.id)}>迁移</Link>到 {migrate.host_id}（空闲{' '}
                  {migrate.gpu_free} 张）。
                </>
              ) : (
                'CPU 和内存随卡数变化。'
              ))}
          </p>
        </fieldset>
        <LabeledField
          label="数据盘"
          fault={faults.data_disk}
          help={`现在 ${instance.flavor.data_disk} GB，只能扩大；${limits.freeDataDiskGb} GB 免费，最大 ${options.data_disk_max} GB。${formatDiskLimit(instance.capabilities)}`}
        >
          {(ties) => (
            <InputNumber<number>
              {...ties}
              className={styles.wide}
              value={form.data_disk}
              precision={0}
              step={50}
              suffix="GB"
              onChange={(dataDisk) => dataDisk !== null && change({ ...form, data_disk: dataDisk })}
            />
          )}
        </LabeledField>
      </div>
    </PagePanel>
  )
}
