import { sub_accounts } from '#contract/sub-accounts.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import styles from './AccountSummary.module.css'
import { Fact } from './LabeledFigure.tsx'

const live = ['wallet', 'user', 'instances'] as const

/** Whose sub-account this is, and what its master allows; nothing for a master. */
export function OwnTerms() {
  const { data } = useEndpoint(sub_accounts.own, {}, { live })
  if (!data) return null
  const { master_name, master_phone, price_max, instances_max, monthly } = data
  return (
    <Panel title="子账号">
      <dl className={styles.facts}>
        <Fact label="主账号">
          {master_name} {master_phone}
        </Fact>
        <Fact label="单台实例每小时最高">{price_max === null ? '不限' : `¥${price_max}`}</Fact>
        <Fact label="同时拥有的实例">{instances_max === null ? '不限' : `${instances_max} 台`}</Fact>
        <Fact label="每月补足到">{monthly === null ? '不自动补足' : `¥${monthly}`}</Fact>
      </dl>
      <p className={styles.note}>额度由主账号划拨，充值、提现和发票由主账号办理；额度不够时请联系主账号。</p>
    </Panel>
  )
}
