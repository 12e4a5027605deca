import { Button, Radio } from 'antd'
import { useState } from 'react'
import { type ExpiryPolicyName, expiry, expiryPolicies } from '#contract/expiry.ts'
import { limits } from '#contract/limits.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { BalanceAlertPanel } from '#src/features/wallet/shared.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './ChargeConfig.module.css'

const effects: Record<ExpiryPolicyName, string> = {
  stop: `到期关机并释放 GPU，不再扣费；数据保留 ${limits.releaseDays} 天，之后释放。`,
  renew: '到期前从余额扣一笔同样时长的套餐，GPU 一直为你保留；余额不够时不扣费，按到期关机处理。',
  hour: '到期后不中断，按当时的按量单价逐秒扣费，直到你关机。',
}

function Choice({ policy }: { policy: ExpiryPolicyName }) {
  const [chosen, setChosen] = useState(policy)
  const { run, pending: saving } = useAction(expiry.set_default, { answers: [expiry.get_default] })

  return (
    <>
      <p className={styles.note}>新买的包日、包周套餐都用这个策略；已有的实例不变，可以在各自的续费页里改。</p>
      <Radio.Group
        aria-label="默认的到期策略"
        className={styles.choices}
        value={chosen}
        disabled={saving}
        onChange={(event) => setChosen(event.target.value)}
      >
        {(Object.keys(expiryPolicies) as ExpiryPolicyName[]).map((name) => (
          <Radio key={name} value={name}>
            {expiryPolicies[name]}
            <span className={styles.effect}>{effects[name]}</span>
          </Radio>
        ))}
      </Radio.Group>
      <div className={styles.save}>
        <Button
          type="primary"
          disabled={chosen === policy}
          loading={saving}
          onClick={() => void run({ body: { expiry_policy: chosen } })}
        >
          保存
        </Button>
      </div>
    </>
  )
}

/** Default expiry policy of new packages; each package can override it. */
function ExpiryDefault() {
  const { data, error, refetch } = useEndpoint(expiry.get_default)
  return (
    <PagePanel title="套餐到期策略">
      <AsyncView
        data={data}
        error={error}
        errorTitle="到期策略加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={3} />}
      >
        {({ expiry_policy: expiryPolicy }) => <Choice key={expiryPolicy} policy={expiryPolicy} />}
      </AsyncView>
    </PagePanel>
  )
}

/** Automatic money settings: expiry of packages and low-balance alerts (product §5). */
export default function ChargeConfig() {
  return (
    <div className={frame.page}>
      <PageHeading title="计费设置" meaning="套餐到期之后怎么办，余额少到多少时提醒。" />
      <div className={styles.parts}>
        <ExpiryDefault />
        <BalanceAlertPanel />
      </div>
    </div>
  )
}
