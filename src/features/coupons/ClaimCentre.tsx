import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { type CouponOffer, couponKinds, coupons } from '#contract/coupons.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatCount } from '#src/ui/format-count.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './ClaimCentre.module.css'
import { toCouponScopeText } from './coupon-scope.ts'
import { useCouponOffers } from './use-coupon-offers.ts'

/** Input for a redeem code, with its error. */
function RedeemCode() {
  const id = useId()
  const [code, setCode] = useState('')
  const [empty, setEmpty] = useState(false)
  const { run, pending, failure } = useAction(coupons.redeem, { pageTells: true })
  const fault = empty ? '请输入兑换码' : failure?.message
  const redeem = async (event: FormEvent) => {
    event.preventDefault()
    setEmpty(code.trim() === '')
    if (code.trim() === '') return
    const taken = await run({ body: { code } })
    if (taken) setCode('')
  }
  return (
    <form className={styles.redeem} onSubmit={(event) => void redeem(event)}>
      <label className="visually-hidden" htmlFor={id}>
        兑换码
      </label>
      <Input
        id={id}
        value={code}
        maxLength={64}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
        status={fault ? 'error' : ''}
        onChange={({ target }) => {
          setCode(target.value)
          setEmpty(false)
        }}
      />
      <Button htmlType="submit" loading={pending}>
        兑换
      </Button>
      <p id={`${id}-fault`} className={styles.fault} aria-live="polite">
        {fault}
      </p>
    </form>
  )
}

/** One claimable offer: value, scope, expiry and the claim button. */
function CouponOfferItem({ offer }: { offer: CouponOffer }) {
  const { run, pending, failure } = useAction(coupons.claim, { pageTells: true })
  return (
    <li className={styles.offer} data-off={offer.why_not !== null}>
      <div className={styles.worth}>
        <strong>{offer.terms}</strong>
        <span>{couponKinds[offer.kind]}</span>
      </div>
      <div className={styles.facts}>
        <h3>{offer.name}</h3>
        <p>{toCouponScopeText(offer)}</p>
        <p>{offer.validity}</p>
        <div className={styles.take}>
          <span>
            剩 {formatCount(offer.left)} 张{offer.per_user > 1 && `，已领 ${offer.mine} / ${offer.per_user}`}
          </span>
          <Button
            size="small"
            type="primary"
            aria-label={`领取 ${offer.name}`}
            disabled={offer.why_not !== null}
            loading={pending}
            onClick={() => void run({ body: { campaign_id: offer.id } })}
          >
            {offer.why_not ?? '领取'}
          </Button>
        </div>
        {failure && <p className={styles.fault}>{failure.message}</p>}
      </div>
    </li>
  )
}

/** Offers that can be claimed now, and the redeem-code input. */
export function ClaimCentre() {
  const { data, error, refetch } = useCouponOffers()
  return (
    <div className={styles.centre}>
      <PagePanel>
        <div className={styles.head}>
          <h2>领券中心</h2>
          <RedeemCode />
        </div>
        <AsyncView
          data={data}
          error={error}
          errorTitle="领券中心加载失败"
          onRetry={() => void refetch()}
          skeleton={<SkeletonRows rows={2} />}
        >
          {(offers) =>
            offers.length > 0 ? (
              <ul className={styles.offers}>
                {offers.map((offer) => (
                  <CouponOfferItem key={offer.id} offer={offer} />
                ))}
              </ul>
            ) : (
              <p className={styles.none}>现在没有可以领取的券。有兑换码时，在上面输入即可兑换。</p>
            )
          }
        </AsyncView>
      </PagePanel>
    </div>
  )
}
