import { Button, Checkbox, Switch } from 'antd'
import { useId } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { type CouponConfig, type CouponConfigForm, coupons } from '#contract/coupons.ts'
import { chargeRules, instances } from '#contract/instances.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { buildInstanceTrail } from '#src/features/instances/shared.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './CouponConfigPage.module.css'

interface CouponConfigProps {
  config: CouponConfig
  saving: boolean
  onSave: (form: CouponConfigForm) => void
}

/** All vouchers in the order in which they are consumed, with the reason if one does not apply to this instance. */
function VoucherList({ config, saving, onSave }: CouponConfigProps) {
  const forbidden = config.vouchers.filter(({ allowed }) => !allowed).map(({ coupon }) => coupon.id)
  const turn = (id: string, on: boolean) => {
    const next = on ? forbidden.filter((other) => other !== id) : [...forbidden, id]
    onSave({ mode: next.length === 0 ? 'all' : 'except', forbidden: next })
  }
  return (
    <ul className={styles.vouchers}>
      {config.vouchers.map(({ coupon, allowed, why_not: whyNot }) => {
        const position = config.order.indexOf(coupon.id) + 1
        return (
          <li key={coupon.id}>
            <Checkbox
              checked={allowed}
              disabled={saving || config.mode === 'none'}
              aria-label={`允许使用 ${coupon.name}`}
              onChange={({ target }) => turn(coupon.id, target.checked)}
            />
            <div className={styles.what}>
              <Link to={paths.coupon(coupon.id)}>{coupon.name}</Link>
              <span className={styles.quiet}>
                <TimeText at={coupon.valid_until} /> 到期
              </span>
              {whyNot.length > 0 && <span className={styles.why}>这台实例用不上：{whyNot.join('；')}</span>}
            </div>
            <span className={styles.turn}>{position > 0 && `第 ${position} 个用`}</span>
            <strong className={styles.left}>
              <YuanAmount amount={coupon.remaining ?? '0.00'} />
            </strong>
          </li>
        )
      })}
    </ul>
  )
}

const live = ['wallet', 'instances'] as const

/** Loads an instance and the vouchers it may consume; each change is saved immediately. */
function useCouponConfig(id: string) {
  const params = { id }
  const options = { enabled: id !== '', live }
  const instance = useEndpoint(instances.get, { params }, options)
  const config = useEndpoint(coupons.config, { params }, options)
  const { run, pending } = useAction(coupons.set_config, { answers: [coupons.config, { params }] })
  return {
    data: instance.data && config.data && { instance: instance.data, config: config.data },
    error: instance.error ?? config.error,
    retry: () => void Promise.all([instance.refetch(), config.refetch()]),
    save: (body: CouponConfigForm) => void run({ params, body }),
    saving: pending,
  }
}

/** Switch for whether the instance may consume vouchers at all; the list below chooses which. */
function VoucherModeSwitch({ config: { mode }, saving, onSave }: CouponConfigProps) {
  const id = useId()
  return (
    <div className={styles.mode}>
      <Switch
        checked={mode !== 'none'}
        loading={saving}
        aria-labelledby={id}
        onChange={(on) => onSave({ mode: on ? 'all' : 'none', forbidden: [] })}
      />
      <span id={id}>允许这台实例使用代金券</span>
    </div>
  )
}

/** Chooses the vouchers that an instance may consume, and explains the effect (product §4, §5). */
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
