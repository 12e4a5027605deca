import { useId, useState } from 'react'
import { BuyLink } from '#src/site/offers/BuyLink.tsx'
import { canBuyProduct } from '#src/site/offers/buy.ts'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import type { HomeOffer } from '#src/site/offers/offer.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { computeDiscountTenths, computeHourlyPrice, priceRules, ruleNames, unitNames } from '#src/ui/catalogue/price.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TermList } from '#src/ui/TermList.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './DiscountSection.module.css'
import { HomeSection } from './HomeSection.tsx'

/** A ticket: one card and its resources on the stub, the three prices beyond the perforation. */
function DiscountOfferCard({ offer: { product, detail } }: { offer: HomeOffer }) {
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
        <TermList className={styles.contents} terms={contents} />
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

/** The products below their list price under at least one charge rule, in list order. */
const listDiscountedOffers = (offers: readonly HomeOffer[]): HomeOffer[] =>
  offers.filter(({ product }) => priceRules.some((rule) => computeDiscountTenths(product.price, rule)))

function DiscountChoice({ offers }: { offers: readonly HomeOffer[] }) {
  const [chosen, setChosen] = useState('')
  const group = useId()
  const offer = offers.find(({ product }) => product.id === chosen) ?? offers[0]
  if (!offer) return <p className={styles.none}>此刻没有低于原价的产品，价格见上方列表。</p>
  return (
    <>
      <fieldset className={styles.models}>
        <legend className="visually-hidden">型号</legend>
        {offers.map(({ product: { id, name } }) => (
          <label key={id} className={styles.model}>
            <input
              type="radio"
              name={group}
              checked={id === offer.product.id}
              onChange={() => setChosen(id)}
              className="visually-hidden"
            />
            {name}
          </label>
        ))}
      </fieldset>
      <DiscountOfferCard offer={offer} />
    </>
  )
}

/** Discounted products as cards with all resources (requirements §1); discounts that apply to everybody come first. */
export function DiscountSection() {
  const { data, error } = useStore(homeDataStore)
  return (
    <HomeSection
      id="discount"
      ground="paper"
      title="包得越久，单价越低"
      lead="同一张卡、同样的配置，按天或按周付更省。划去的是原价，付的是现价。"
    >
      <AsyncView
        data={data}
        error={error}
        errorTitle="优惠暂时无法获取"
        onRetry={() => void homeDataStore.refresh()}
        skeleton={<Skeleton height={392} />}
      >
        {({ offers, activityFree }) => (
          <DiscountChoice offers={listDiscountedOffers([...new Set([...activityFree, ...offers])])} />
        )}
      </AsyncView>
    </HomeSection>
  )
}
