import { Button } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { expiry_policies } from '#contract/expiry.ts'
import { charge_rules } from '#contract/instances.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { serverNow } from '#src/api/server-time.ts'
import { durationText, hourNow, runsNow, unseenText } from '#src/features/instances/instance-text.ts'
import { nearestFen } from '#src/features/wallet/amounts.ts'
import { paths } from '#src/paths.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import type { InstanceDetail } from './instance-detail.ts'
import styles from './MoneyPanel.module.css'
import type { Tab } from './use-instance-tab.ts'

const ForecastLines = lazyPart(() => import('#src/features/instances/settings/ForecastLines.tsx'))

/** What it has cost, what it costs, and until when it is paid for. */
export function MoneyPanel({ instance, onTab }: { instance: InstanceDetail; onTab: (tab: Tab) => void }) {
  const { cost, charge_rule, price_hour, expire_at } = instance
  const hourly = charge_rule === 'hour'
  const left = expire_at ? (Date.parse(expire_at) - serverNow()) / 1000 : 0
  return (
    <Panel>
      <h2 className={styles.name}>至今费用</h2>
      <p className={styles.cost}>
        <Yuan amount={cost} as="price" />
      </p>
      {instance.unseen_since && <p className={styles.stands}>{unseenText(instance.unseen_since)}，计费暂停</p>}
      <dl className={styles.facts}>
        <dt>计费方式</dt>
        <dd>{charge_rules[charge_rule]}</dd>
        <dt>{hourly ? '运行时每小时' : '折合每小时'}</dt>
        <dd>
          <Yuan amount={hourly ? price_hour : nearestFen(price_hour)} />
        </dd>
        {hourly && instance.gpu_mode === 'none' && (
          <>
            <dt>无卡每小时</dt>
            <dd>
              <Yuan amount={hourNow(instance)} />
            </dd>
          </>
        )}
        {expire_at && (
          <>
            <dt>到期时间</dt>
            <dd>{formatTime(expire_at)}</dd>
            <dt>剩余</dt>
            <dd>{left > 0 ? durationText(left) : '已到期'}</dd>
            <dt>到期后</dt>
            <dd>
              <Link to={paths.instance_renew({ id: instance.id })}>{expiry_policies[instance.expiry_policy]}</Link>
            </dd>
          </>
        )}
      </dl>
      {hourly && runsNow(instance) && (
        <Suspense fallback={<Skeleton height={120} />}>
          <ForecastLines id={instance.id} />
        </Suspense>
      )}
      <Button type="link" className={styles.more} onClick={() => onTab('billing')}>
        查看每一笔费用
      </Button>
    </Panel>
  )
}
