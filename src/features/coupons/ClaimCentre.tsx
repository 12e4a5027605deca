import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './ClaimCentre.module.css'
import { CouponOfferItem } from './CouponOfferItem.tsx'
import { RedeemCode } from './RedeemCode.tsx'
import { useCouponOffers } from './use-coupon-offers.ts'

/** What can be taken now, and the field for a code. */
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
