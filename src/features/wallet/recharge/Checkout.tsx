import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import nextSteps from '#src/admin/layout/next-steps.module.css'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { PurchaseResult } from '#src/admin/layout/PurchaseResult.tsx'
import type { ReturnLink } from '#src/admin/return-link.ts'
import { isApiError } from '#src/api/api-error.ts'
import { ownActions } from '#src/api/own-actions.ts'
import { formatHoursLeft, useOverview } from '#src/features/overview/shared.ts'
import { paths } from '#src/paths.ts'
import { invalidateReads } from '#src/providers/data/endpoint-queries.ts'
import { currentUser } from '#src/session/current-user.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import controls from '#src/ui/controls.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './Checkout.module.css'
import { RechargePayment } from './RechargePayment.tsx'
import { useRechargeFormAddress } from './use-form-address.ts'
import { type RechargeDetail, useRecharge } from './use-recharge.ts'
import { useStartRecharge } from './use-start-recharge.ts'
import { useWallet } from './use-wallet.ts'

/** Paid state: refetches everything that shows the balance, and offers the next step. */
function RechargePaid({ recharge, back }: { recharge: RechargeDetail; back: ReturnLink | null }) {
  const client = useQueryClient()
  const { data: purse, isFetching } = useWallet()
  const { data: overview } = useOverview()

  useEffect(() => {
    void invalidateReads(client, ['wallet', 'recharge/list'])
    currentUser.load().catch(() => undefined)
  }, [client])

  const create = { to: paths.createInstance(), label: '创建实例' }
  const look = { to: paths.dataOverview, label: '查看总览' }
  // a user without instances recharged in order to create one
  const [next, other] = back ? [back, look] : overview?.counts.total === 0 ? [create, look] : [look, create]
  const known = purse && !isFetching
  return (
    <PurchaseResult
      title="充值成功"
      facts={[
        { key: 'paid', name: '已到账', value: <YuanAmount amount={recharge.amount} /> },
        {
          key: 'balance',
          name: '当前余额',
          value: known ? <YuanAmount amount={purse.cash} /> : <Skeleton width={96} height={20} />,
        },
        {
          key: 'lasts',
          name: '按当前消耗',
          value: known ? formatHoursLeft(purse.hours_left) : <Skeleton width={96} height={20} />,
        },
      ]}
      ways={
        <>
          <Link className={`${controls.button} ${controls.primary}`} to={next.to}>
            {next.label}
          </Link>
          <Link to={other.to}>{other.label}</Link>
          <Link to={paths.recharge}>再充一笔</Link>
        </>
      }
    />
  )
}

const minutes = limits.rechargeValidSeconds / 60

/** Closed state: the payment expired. The same payment can be opened again. */
function RechargeClosed({ recharge }: { recharge: RechargeDetail }) {
  const { start, starting, failure } = useStartRecharge({ replace: true })
  const form = useRechargeFormAddress(recharge)
  return (
    <div className={styles.step} role="status">
      <Icon name="clock" className={styles.late} />
      <h2 className={styles.end}>订单已关闭</h2>
      <p className={styles.hint}>
        <YuanAmount amount={recharge.amount} /> 未在 {minutes} 分钟内支付，没有扣款。
      </p>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure.message}
        </p>
      )}
      <div className={`${nextSteps.ways} ${styles.ways}`}>
        <Button type="primary" loading={starting} onClick={() => start({ amount: recharge.amount, channel: recharge.channel })}>
          重新发起
        </Button>
        <Link to={form}>修改金额或支付方式</Link>
      </div>
    </div>
  )
}

/** Skeleton of the checkout. */
function CheckoutSkeleton() {
  return (
    <div className={styles.step} role="status" aria-label="加载中">
      <Skeleton width={200} height={48} />
      <Skeleton width={232} height={232} />
      <Skeleton width={160} />
    </div>
  )
}

function CheckoutStep({ recharge, back }: { recharge: RechargeDetail; back: ReturnLink | null }) {
  const left = useSecondsUntil(recharge.expires_at)
  if (recharge.status === 'paid') return <RechargePaid recharge={recharge} back={back} />
  if (recharge.status === 'closed' || left === 0 || !recharge.pay_url) return <RechargeClosed recharge={recharge} />
  return <RechargePayment recharge={recharge} pay_url={recharge.pay_url} left={left} />
}

/** Second step: a payment from its creation until it is paid or closed. */
export function Checkout({ id, back }: { id: string; back: ReturnLink | null }) {
  const { data, error, refetch } = useRecharge(id)
  useEffect(() => ownActions.tell('balance'), []) // 充值成功 is shown on this page
  const absent = isApiError(error) && error.status === 404
  return (
    <PagePanel>
      {absent ? (
        <EmptyState title="没有找到这笔充值" hint="它可能属于别的账号。" action={<Link to={paths.recharge}>重新发起充值</Link>} />
      ) : (
        <AsyncView
          data={data}
          error={error}
          errorTitle="充值订单加载失败"
          onRetry={() => void refetch()}
          skeleton={<CheckoutSkeleton />}
        >
          {(recharge) => <CheckoutStep recharge={recharge} back={back} />}
        </AsyncView>
      )}
    </PagePanel>
  )
}
