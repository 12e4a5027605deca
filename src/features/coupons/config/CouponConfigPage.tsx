import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { charge_rules } from '#contract/instances.ts'
import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeader } from '#src/admin/layout/PageHeading.tsx'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { trailOf } from '#src/features/instances/money/instance-trail.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import styles from './CouponConfigPage.module.css'
import { useConfig } from './use-coupon-config.ts'
import { VoucherList } from './VoucherList.tsx'
import { ModeChoice } from './VoucherModeSwitch.tsx'

/** Which vouchers an instance may burn, and what that means (product §4, §5). */
export default function CouponConfig() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const { data, error, retry, save, saving } = useConfig(id)
  return (
    <div className={frame.page}>
      <PageHeader
        title="优惠券设置"
        meaning="选择这台实例可以用哪些代金券抵扣。其他实例不受影响，改动从下一次结算起生效。"
        trail={trailOf(data?.instance)}
      />
      {id === '' ? (
        <Panel>
          <EmptyState
            title="没有选择实例"
            hint="从实例列表的操作里打开这一页。"
            action={<Button onClick={() => void navigate(paths.container_instances)}>查看我的实例</Button>}
          />
        </Panel>
      ) : (
        <AsyncView
          data={data}
          error={error}
          errorTitle="优惠券设置加载失败"
          onRetry={retry}
          skeleton={
            <Panel>
              <SkeletonRows rows={5} />
            </Panel>
          }
        >
          {({ instance, config }) => (
            <div className={styles.parts}>
              <Panel>
                <div className={styles.head}>
                  <Link to={paths.container_instance(id)}>{instance.nick_name}</Link>
                  <StatusTag status={instance.status} />
                  <span className={styles.quiet}>
                    {instance.flavor.gpu_type} × {instance.flavor.gpu_num}，{instance.region_name}，
                    {charge_rules[instance.charge_rule]}
                  </span>
                </div>
                <ModeChoice config={config} saving={saving} onSave={save} />
                <p className={styles.effect} aria-live="polite">
                  {config.effect}
                </p>
              </Panel>
              <Panel title="我的代金券">
                {config.vouchers.length > 0 ? (
                  <VoucherList config={config} saving={saving} onSave={save} />
                ) : (
                  <EmptyState
                    title="还没有代金券"
                    hint="领取或兑换后，适用的会自动用于这台实例。"
                    action={<Button onClick={() => void navigate(paths.coupons)}>去领券中心</Button>}
                  />
                )}
              </Panel>
            </div>
          )}
        </AsyncView>
      )}
    </div>
  )
}
