import { Button } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { expiryPolicies } from '#contract/expiry.ts'
import { chargeRules } from '#contract/instances.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { getServerNow } from '#src/api/server-time.ts'
import { computeCurrentHourPrice, formatDuration, formatUnseen, isRunningNow } from '#src/features/instances/instance-text.ts'
import { roundToFen } from '#src/features/wallet/shared.ts'
import { paths } from '#src/paths.ts'
import { MeterBar } from '#src/ui/charts/MeterBar.tsx'
import { formatTime } from '#src/ui/format-time.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import type { InstanceDetail } from './instance-detail.ts'
import styles from './MoneyPanel.module.css'
import type { InstanceTab } from './use-instance-tab.ts'

/** A package that ends within a day is near its end. */
const soonMs = 86_400_000

const SpendLine = lazyPart(() => import('#src/features/instances/billing/SpendLine.tsx'))
const ForecastLines = lazyPart(() => import('#src/features/instances/settings/ForecastLines.tsx'))

/** How much of the paid time has passed; renders nothing without a package. */
function PackageMeter({ instance: { paid_from: paidFrom, expire_at: expireAt } }: { instance: InstanceDetail }) {
  if (!expireAt) return null
  const now = getServerNow()
  const leftMs = Date.parse(expireAt) - now
  const words = leftMs > 0 ? `剩余 ${formatDuration(leftMs / 1000)}` : '已到期'
  const wholeMs = paidFrom ? Date.parse(expireAt) - Date.parse(paidFrom) : 0
  const percent = wholeMs > 0 ? 100 - (100 * leftMs) / wholeMs : 100
  return (
    <div className={styles.package}>
      <p>
        <strong>{words}</strong>
        {wholeMs > 0 && <span>共 {formatDuration(wholeMs / 1000)}</span>}
      </p>
      <MeterBar parts={[{ name: '已用', percent }]} label={`套餐${words}`} tone={leftMs < soonMs ? 'warning' : 'plain'} />
    </div>
  )
}

/** Cost so far, current price, and the date it is paid until. */
export function MoneyPanel({ instance, onTab }: { instance: InstanceDetail; onTab: (tab: InstanceTab) => void }) {
  const { cost, charge_rule: chargeRule, price_hour: priceHour, expire_at: expireAt } = instance
  const hourly = chargeRule === 'hour'
  return (
    <PagePanel>
      <h2 className={styles.name}>至今费用</h2>
      <p className={styles.cost}>
        <YuanAmount amount={cost} as="price" />
      </p>
      {instance.unseen_since && <p className={styles.stands}>{formatUnseen(instance.unseen_since)}，计费暂停</p>}
      {hourly && (
        <Suspense fallback={<span className={styles.line} />}>
          <SpendLine id={instance.id} cost={cost} />
        </Suspense>
      )}
      <PackageMeter instance={instance} />
      <dl className={styles.facts}>
        <dt>计费方式</dt>
        <dd>{chargeRules[chargeRule]}</dd>
        <dt>{hourly ? '运行时每小时' : '折合每小时'}</dt>
        <dd>
          <YuanAmount amount={hourly ? priceHour : roundToFen(priceHour)} />
        </dd>
        {hourly && instance.gpu_mode === 'none' && (
          <>
            <dt>无卡每小时</dt>
            <dd>
              <YuanAmount amount={computeCurrentHourPrice(instance)} />
            </dd>
          </>
        )}
        {expireAt && (
          <>
            <dt>到期时间</dt>
            <dd>{formatTime(expireAt)}</dd>
            <dt>到期后</dt>
            <dd>
              <Link to={paths.instanceRenew({ id: instance.id })}>{expiryPolicies[instance.expiry_policy]}</Link>
            </dd>
          </>
        )}
      </dl>
      {hourly && isRunningNow(instance) && (
        <Suspense fallback={<Skeleton height={98} />}>
          <ForecastLines id={instance.id} />
        </Suspense>
      )}
      <Button type="link" className={styles.more} onClick={() => onTab('billing')}>
        查看每一笔费用
      </Button>
    </PagePanel>
  )
}
