import { Button, Modal } from 'antd'
import { useNavigate } from 'react-router-dom'
import type { ChargeRule } from '#contract/instances.ts'
import type { CreateInstanceForm, Quote } from '#contract/orders.ts'
import type { Product } from '#contract/products.ts'
import { JoinQueue } from '#src/features/queue/shared.ts'
import { paths } from '#src/paths.ts'
import { unitNames } from '#src/ui/catalogue/price.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { addMixedSpacing } from '#src/ui/mixed-spacing.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { computeAlternatives } from './alternatives.ts'
import styles from './NoFreeGpu.module.css'
import { computeRulePrice } from './rule-price.ts'
import type { ChangeDraft } from './use-draft.ts'

interface Props {
  product: Product
  gpu_num: number
  rule: ChargeRule
  products: readonly Product[]
  /** The form to queue for cards, with its price; without both, it cannot be queued. */
  form: CreateInstanceForm | null
  quote: Quote | undefined
  change: ChangeDraft
  onClose: () => void
}

const formatStock = ({ name, region_name: regionName, gpu_idles: gpuIdles }: Product, wanted: number): string => {
  const what = addMixedSpacing(`${regionName}的${name}`)
  if (gpuIdles >= wanted) return `${what} 的库存刚刚有变化，现在又有空闲，可以返回再试。`
  return gpuIdles > 0 ? `${what} 现在一次最多可租 ${gpuIdles} 张，` : `${what} 现在没有空闲，`
}

/** Not enough free cards (00200011): shows the alternatives available now. */
export default function NoFreeGpu({ product, gpu_num: gpuNum, rule, products, form, quote, change, onClose }: Props) {
  const navigate = useNavigate()
  const alternatives = computeAlternatives(product, gpuNum, products)
  return (
    <Modal
      open
      title="空闲 GPU 不足"
      width={520}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>返回修改</Button>
          <Button onClick={() => void navigate(paths.market)}>查看算力市场</Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.words}>{formatStock(product, gpuNum)}没有下单，也没有扣款。</p>
        {quote?.activity && <p className={styles.words}>活动价只用于立即创建，不能排队；返回后点「按现价租用」，就可以排队。</p>}
        {form && quote && !quote.activity && (
          <JoinQueue wanted={{ form }} price_hour={quote.price_hour} onJoined={() => void navigate(paths.queue)}>
            {rule === 'hour'
              ? '轮到时自动创建，从「运行中」开始按秒计费。'
              : `轮到时自动创建，那时从余额支付套餐费用，按现在的价格是 ¥${formatYuan(quote.amount)}。`}
          </JoinQueue>
        )}
        {alternatives.length > 0 && <p className={styles.words}>也可以换一种规格：</p>}
        <ul className={styles.list}>
          {alternatives.map(({ label, product: other, gpu_num: count, change: part }) => (
            <li key={label}>
              <Button
                block
                className={styles.option}
                onClick={() => {
                  change(part)
                  onClose()
                }}
              >
                <span>{label}</span>
                <YuanAmount amount={computeRulePrice(other, rule, count).period} as="price" unit={`/${unitNames[rule]}`} />
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
