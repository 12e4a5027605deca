import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { chargeRules } from '#contract/instances.ts'
import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { buildInstanceTrail } from '#src/features/instances/shared.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import styles from './CouponConfigPage.module.css'
import { useCouponConfig } from './use-coupon-config.ts'
import { VoucherList } from './VoucherList.tsx'
import { VoucherModeSwitch } from './VoucherModeSwitch.tsx'

/** Which vouchers an instance may burn, and what that means (product §4, §5). */
export default function CouponConfigPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const { data, error, retry, save, saving } = useCouponConfig(id)
  return (
    <div className={frame.page}>
      <PageHeading
        title="优惠券设置"
        meaning="选择这台实例可以用哪些代金券抵扣。其他实例不受影响，改动从下一次结算起生效。"
        trail={buildInstanceTrail(data?.instance)}
      />
      {id === '' ? (
        <PagePanel>
          <EmptyState
            title="没有选择实例"
            hint="从实例列表的操作里打开这一页。"
            action={<Button onClick={() => void navigate(paths.containerInstances)}>查看我的实例</Button>}
          />
        </PagePanel>
      ) : (
        <AsyncView
          data={data}
          error={error}
          errorTitle="优惠券设置加载失败"
          onRetry={retry}
          skeleton={
            <PagePanel>
              <SkeletonRows rows={5} />
            </PagePanel>
          }
        >
          {({ instance, config }) => (
            <div className={styles.parts}>
              <PagePanel>
                <div className={styles.head}>
                  <Link to={paths.containerInstance(id)}>{instance.nick_name}</Link>
                  <StatusTag status={instance.status} />
                  <span className={styles.quiet}>
                    {instance.flavor.gpu_type} × {instance.flavor.gpu_num}，{instance.region_name}，
                    {chargeRules[instance.charge_rule]}
                  </span>
                </div>
                <VoucherModeSwitch config={config} saving={saving} onSave={save} />
                <p className={styles.effect} aria-live="polite">
                  {config.effect}
                </p>
              </PagePanel>
              <PagePanel title="我的代金券">
                {config.vouchers.length > 0 ? (
                  <VoucherList config={config} saving={saving} onSave={save} />
                ) : (
                  <EmptyState
                    title="还没有代金券"
                    hint="领取或兑换后，适用的会自动用于这台实例。"
                    action={<Button onClick={() => void navigate(paths.coupons)}>去领券中心</Button>}
                  />
                )}
              </PagePanel>
            </div>
          )}
        </AsyncView>
      )}
    </div>
  )
}
