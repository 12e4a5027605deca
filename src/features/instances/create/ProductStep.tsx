import { Alert } from 'antd'
import type { ChargeRule } from '#contract/instances.ts'
import { type Product, vendorNames } from '#contract/products.ts'
import { priceRules, ruleNames, unitNames } from '#src/ui/catalogue/price.ts'
import { StockCells } from '#src/ui/catalogue/StockCells.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { ChoiceOption } from './ChoiceOption.tsx'
import type { Catalogue } from './catalogue.ts'
import { FormStep } from './FormStep.tsx'
import fields from './LabeledField.module.css'
import styles from './ProductStep.module.css'
import type { ResolvedDraft } from './resolve-draft.ts'
import type { ChangeDraft } from './use-draft.ts'

interface ProductChoiceProps {
  product: Product
  /** The billing rule whose price is emphasised. */
  rule: ChargeRule
  checked: boolean
  onChoose: () => void
}

const formatStock = ({ gpu_idles: gpuIdles, gpu_free: gpuFree, waiting }: Product): string =>
  [gpuIdles > 0 ? `空闲 ${gpuFree}，单次最多 ${gpuIdles}` : '暂无空闲', waiting > 0 && `排队 ${waiting} 人`]
    .filter(Boolean)
    .join(' · ')

/** A GPU product: specs, extras, free cards and price. If sold out, it offers the queue. */
function ProductChoice({ product, rule, checked, onChoose }: ProductChoiceProps) {
  const {
    name,
    vendor,
    vram,
    gpu_info: gpuInfo,
    peer_gpu: peerGpu,
    gpu_idles: gpuIdles,
    gpu_free: gpuFree,
    gpu_total: gpuTotal,
    price,
    simulated,
    activity,
  } = product
  const others = priceRules.filter((other) => other !== rule)
  const soldOut = gpuIdles <= 0
  return (
    <ChoiceOption
      name="product"
      shape="row"
      checked={checked}
      title={soldOut ? '暂无空闲，选中后可以排队' : undefined}
      onChoose={onChoose}
      label={`${name}，${soldOut ? '暂无空闲，可以排队' : `最多可租 ${gpuIdles} 张`}，${price[rule]} 元每${unitNames[rule]}`}
    >
      <span className={styles.product}>
        <span className={styles.what}>
          <span className={styles.name}>
            {name}
            {simulated && <ToneTag>模拟</ToneTag>}
            {activity && <ToneTag tone="warning">{activity.title}</ToneTag>}
          </span>
          <span className={styles.quiet}>
            {vendorNames[vendor]} · 显存 {vram} GB
          </span>
        </span>
        <span className={`${styles.peer} ${styles.quiet}`}>
          <span>
            {peerGpu.cpu} 核 · {peerGpu.memory} GB 内存
          </span>
          <span>FP16 {gpuInfo.fp16} TFLOPS</span>
        </span>
        <span className={styles.stock}>
          <StockCells free={gpuFree} total={gpuTotal} />
          <span className={styles.quiet}>{formatStock(product)}</span>
        </span>
        <span className={styles.price}>
          <strong>
            <YuanAmount amount={price[rule]} as="price" unit={`/${unitNames[rule]}`} />
          </strong>
          <span className={`${styles.others} ${styles.quiet}`}>
            {others.map((other) => `${ruleNames[other]} ¥${formatYuan(price[other])}`).join(' · ')}
          </span>
        </span>
      </span>
    </ChoiceOption>
  )
}

/** Selects region and GPU. */
export function ProductStep({
  catalogue,
  resolved,
  change,
}: {
  catalogue: Catalogue
  resolved: ResolvedDraft
  change: ChangeDraft
}) {
  const { region_id: regionId, products, product, form, lost } = resolved
  return (
    <FormStep number={1} title="地域与产品" hint="价格为单卡价格，库存实时更新">
      {lost && <Alert type="warning" showIcon message="选中的产品已下架，已为你换成可租的产品" />}
      <fieldset className={fields.group}>
        <legend className="visually-hidden">地域</legend>
        <div className={fields.row}>
          {catalogue.regions.map(({ id, name, city }) => (
            <ChoiceOption
              key={id}
              name="region"
              shape="chip"
              checked={id === regionId}
              onChoose={() => change({ region_id: id, product_id: undefined })}
            >
              {name}
              <small className={styles.city}>{city}</small>
            </ChoiceOption>
          ))}
        </div>
      </fieldset>
      <fieldset className={fields.group}>
        <legend className="visually-hidden">产品</legend>
        {products.length ? (
          products.map((offered) => (
            <ProductChoice
              key={offered.id}
              product={offered}
              rule={form.charge_rule ?? 'hour'}
              checked={offered.id === product?.id}
              onChoose={() => change({ product_id: offered.id, region_id: offered.region_id })}
            />
          ))
        ) : (
          <EmptyState title="这个地域暂时没有产品" hint="请换一个地域看看。" />
        )}
      </fieldset>
    </FormStep>
  )
}
