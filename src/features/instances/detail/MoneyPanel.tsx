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
import { formatTime } from '#src/ui/format-time.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import type { InstanceDetail } from './instance-detail.ts'
import styles from './MoneyPanel.module.css'
import type { InstanceTab } from './use-instance-tab.ts'

const ForecastLines = lazyPart(() => import('#src/features/instances/settings/ForecastLines.tsx'))

/** Cost so far, current price, and the date it is paid until. */
export function MoneyPanel({ instance, onTab }: { instance: InstanceDetail; onTab: (tab: InstanceTab) => void }) {
  const { cost, charge_rule: chargeRule, price_hour: priceHour, expire_at: expireAt } = instance
  const hourly = chargeRule === 'hour'
  const left = expireAt ? (Date.parse(expireAt) - getServerNow()) / 1000 : 0
  return (
    <PagePanel>
      <h2 className={styles.name}>至今费用</h2>
      <p className={styles.cost}>
        <YuanAmount amount={cost} as="price" />
      </p>
      {instance.unseen_since && <p className={styles.stands}>{formatUnseen(instance.unseen_since)}，计费暂停</p>}
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
            <dt>剩余</dt>
            <dd>{left > 0 ? formatDuration(left) : '已到期'}</dd>
            <dt>到期后</dt>
            <dd>
              <Link to={paths.instanceRenew({ id: instance.id })}>{expiryPolicies[instance.expiry_policy]}</Link>
            </dd>
          </>
        )}
      </dl>
      {hourly && isRunningNow(instance) && (
        <Suspense fallback={<Skeleton height={120} />}>
          <ForecastLines id={instance.id} />
        </Suspense>
      )}
      <Button type="link" className={styles.more} onClick={() => onTab('billing')}>
        查看每一笔费用
      </Button>
    </PagePanel>
  )
}
