import { BuyLink } from '#src/site/offers/BuyLink.tsx'
import { canBuyProduct } from '#src/site/offers/buy.ts'
import type { HomeOffer } from '#src/site/offers/offer.ts'
import { computeDiscountTenths, computeHourlyPrice, priceRules, ruleNames, unitNames } from '#src/ui/catalogue/price.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './DiscountOfferCard.module.css'

/** A ticket: one card and what comes with it on the stub, the three prices beyond the perforation. */
export function DiscountOfferCard({ offer: { product, detail } }: { offer: HomeOffer }) {
  const { name, price, peer_gpu: peerGpu, gpu_info: gpuInfo } = product
  const contents = [
    { term: 'GPU', value: '1 卡' },
    { term: 'CPU', value: `${peerGpu.cpu} 核` },
    { term: '内存', value: `${peerGpu.memory} GB` },
    { term: '带宽', value: `${peerGpu.net_speed} Mbps` },
    { term: '系统盘', value: `${peerGpu.sys_disk} GB` },
  ]
  return (
    <article className={styles.ticket} aria-label={`${name} 优惠`}>
      <div className={styles.stub} data-theme="dark">
        <p className={styles.label}>新老用户同享，续费同价</p>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.facts}>
          {[detail && `${detail.vram} GB 显存`, `FP16 ${gpuInfo.fp16} TFLOPS`].filter(Boolean).join(' · ')}
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
        {priceRules.map((rule) => {
          const discount = computeDiscountTenths(price, rule)
          return (
            <li key={rule} className={styles.tag}>
              <span className={styles.rule}>
                {ruleNames[rule]}
                {discount && <b className={styles.discount}>{discount}</b>}
              </span>
              <span className={styles.price}>
                <YuanAmount amount={price[rule]} as="price" unit={`/${unitNames[rule]}`} />
              </span>
              <span className={styles.origin}>
                {discount ? (
                  <>
                    原价 <del>{<YuanAmount amount={price[`${rule}_origin`]} />}</del>
                  </>
                ) : (
                  '随用随停'
                )}
              </span>
              <span className={styles.hourly}>
                {rule !== 'hour' && (
                  <>
                    折合 <YuanAmount amount={computeHourlyPrice(price, rule)} />
                    /小时
                  </>
                )}
              </span>
              <BuyLink
                className={styles.buy}
                product_id={product.id}
                charge_rule={rule}
                available={canBuyProduct(product)}
                label="租用"
                what={`${name} ${ruleNames[rule]}，优惠价`}
              />
            </li>
          )
        })}
      </ul>
    </article>
  )
}
