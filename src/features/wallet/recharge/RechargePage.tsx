import { type HttpError, useList } from '@refinedev/core'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { rechargeChannels } from '#contract/wallet.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { findReturnLink } from '#src/admin/return-link.ts'
import { formatHoursLeft } from '#src/features/overview/shared.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { Checkout } from './Checkout.tsx'
import { RechargeForm } from './RechargeForm.tsx'
import styles from './RechargePage.module.css'
import { RechargeStatusTag } from './RechargeStatusTag.tsx'
import type { RechargeDetail } from './use-recharge.ts'
import { useWallet, type Wallet } from './use-wallet.ts'

/** A recent payment; a pending one can be resumed here. */
function RecentRow({ recharge }: { recharge: RechargeDetail }) {
  const [search] = useSearchParams()
  const address = paths.rechargeFor({ order: recharge.id, return: search.get('return') ?? undefined })
  const open = recharge.status === 'pending' && search.get('order') !== recharge.id
  return (
    <li className={styles.row}>
      <span className={styles.when}>
        <TimeText at={recharge.created_at} />
      </span>
      <span className={styles.channel}>{rechargeChannels[recharge.channel]}</span>
      <span className={styles.status}>
        <RechargeStatusTag status={recharge.status} />
        {open && <Link to={address}>去支付</Link>}
      </span>
      <span className={styles.amount}>
        <YuanAmount amount={recharge.amount} />
      </span>
    </li>
  )
}

const shown = 5

/** Recent payments; pending ones can be resumed. */
function RecentRecharges() {
  const { query, result } = useList<RechargeDetail, HttpError>({
    resource: 'recharges',
    pagination: { currentPage: 1, pageSize: shown },
    errorNotification: false, // the list shows the error itself
  })
  const total = result.total ?? 0
  return (
    <div className={styles.recent}>
      <PagePanel title="最近充值" flush extra={total > 0 && <Link to={paths.recharges}>查看充值记录</Link>}>
        <AsyncView
          data={query.data?.data}
          error={query.error}
          errorTitle="充值记录加载失败"
          onRetry={() => void query.refetch()}
          skeleton={<SkeletonRows rows={3} />}
        >
          {(recharges) =>
            recharges.length ? (
              <ul className={styles.list}>
                {recharges.map((recharge) => (
                  <RecentRow key={recharge.id} recharge={recharge} />
                ))}
              </ul>
            ) : (
              <p className={styles.none}>还没有充值记录。选好金额后点「去支付」，付款成功的每一笔都会列在这里。</p>
            )
          }
        </AsyncView>
      </PagePanel>
    </div>
  )
}

/** Skeleton of the balance. */
function BalanceSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="加载中">
      <Skeleton width={160} height={38} />
      <Skeleton width={120} />
      <Skeleton height={120} />
    </div>
  )
}

/** Figures below the balance, and the page with their rows. */
const lines: readonly [keyof Wallet & ('burn_hour' | 'accrued' | 'recharged' | 'consumed'), string, string][] = [
  ['burn_hour', '每小时消耗（元）', paths.containerInstances],
  ['accrued', '运行中未结算（元）', paths.containerInstances],
  ['recharged', '累计充值（元）', paths.recharges],
  ['consumed', '累计消费（元）', paths.consumption],
]

function Figures({ purse }: { purse: Wallet }) {
  return (
    <div className={styles.figures}>
      <p className={styles.cash}>
        <YuanAmount amount={purse.cash} />
      </p>
      <p className={styles.lasts}>{formatHoursLeft(purse.hours_left)}</p>
      <dl className={styles.lines}>
        {lines.map(([name, label, to]) => (
          <div key={name}>
            <dt>
              <Link to={to}>{label}</Link>
            </dt>
            <dd>
              <YuanAmount amount={purse[name]} bare />
            </dd>
          </div>
        ))}
      </dl>
      <Link className={styles.more} to={paths.incomeDetail}>
        查看收支明细
      </Link>
    </div>
  )
}

/** Balance, spend rate, and how long the balance lasts. */
function BalancePanel() {
  const { data, error, refetch } = useWallet()
  return (
    <div className={styles.balance}>
      <PagePanel title="可用余额">
        <AsyncView
          data={data}
          error={error}
          errorTitle="余额加载失败"
          onRetry={() => void refetch()}
          skeleton={<BalanceSkeleton />}
        >
          {(purse) => <Figures purse={purse} />}
        </AsyncView>
      </PagePanel>
    </div>
  )
}

const BalanceAlertPanel = lazyPart(() => import('#src/features/wallet/spend-rate/BalanceAlertPanel.tsx'))

/** Recharges the wallet. The address names the open payment, so a reload resumes it. */
export default function RechargePage() {
  const [search] = useSearchParams()
  const order = search.get('order')
  const back = findReturnLink(search)
  return (
    <div className={frame.page}>
      <PageHeading
        title="充值"
        meaning="到账的金额先抵扣欠费；已关机的实例不会自动开机。"
        actions={
          back && (
            <Link className={styles.back} to={back.to}>
              {back.label.startsWith('返回') && <Icon name="chevron" className={styles.backwards} />}
              {back.label}
              {!back.label.startsWith('返回') && <Icon name="chevron" />}
            </Link>
          )
        }
      />
      <div className={styles.columns}>
        <div className={styles.main}>{order ? <Checkout key={order} id={order} back={back} /> : <RechargeForm />}</div>
        <div className={styles.side}>
          <BalancePanel />
          <div className={styles.alert}>
            <Suspense fallback={null}>
              <BalanceAlertPanel />
            </Suspense>
          </div>
        </div>
        <RecentRecharges />
      </div>
    </div>
  )
}
