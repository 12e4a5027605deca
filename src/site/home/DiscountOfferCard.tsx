import { BuyLink } from '#src/site/offers/BuyLink.tsx'
import { canBuy } from '#src/site/offers/buy.ts'
import type { Offer } from '#src/site/offers/offer.ts'
import { discountOf, effectiveHourly, rule_names, rules, unit_names } from '#src/ui/catalogue/price.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './DiscountOfferCard.module.css'

/** A ticket: one card and what comes with it on the stub, the three prices beyond the perforation. */
export function DiscountCard({ offer: { product, detail } }: { offer: Offer }) {
  const { name, price, peer_gpu, gpu_info } = product
  const contents = [
    { term: 'GPU', value: '1 卡' },
    { term: 'CPU', value: `${peer_gpu.cpu} 核` },
    { term: '内存', value: `${peer_gpu.memory} GB` },
    { term: '带宽', value: `${peer_gpu.net_speed} Mbps` },
    { term: '系统盘', value: `${peer_gpu.sys_disk} GB` },
  ]
  return (
    <article className={styles.ticket} aria-label={`${name} 优惠`}>
      <div className={styles.stub} data-theme="dark">
        <p className={styles.label}>新老用户同享，续费同价</p>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.facts}>
          {[detail && `${detail.vram} GB 显存`, `FP16 ${gpu_info.fp16} TFLOPS`].filter(Boolean).join(' · ')}
        </p>
        <dl className={styles.contents}>
          {contents.map(({ term, value }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ul className={styles.tags}>
        {rules.map((rule) => {
          const discount = discountOf(price, rule)
          return (
            <li key={rule} className={styles.tag}>
              <span className={styles.rule}>
                {rule_names[rule]}
                {discount && <b className={styles.discount}>{discount}</b>}
              </span>
              <span className={styles.price}>
                <Yuan amount={price[rule]} as="price" unit={`/${unit_names[rule]}`} />
              </span>
              <span className={styles.origin}>
                {discount ? (
                  <>
                    原价 <del>{<Yuan amount={price[`${rule}_origin`]} />}</del>
                  </>
                ) : (
                  '随用随停'
                )}
              </span>
              <span className={styles.hourly}>
                {rule !== 'hour' && (
                  <>
                    折合 <Yuan amount={effectiveHourly(price, rule)} />
                    /小时
                  </>
                )}
              </span>
              <BuyLink
                className={styles.buy}
                product_id={product.id}
                charge_rule={rule}
                available={canBuy(product)}
                label="租用"
                what={`${name} ${rule_names[rule]}，优惠价`}
              />
            </li>
          )
        })}
      </ul>
    </article>
  )
}
