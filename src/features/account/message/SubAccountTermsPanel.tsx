import { subAccounts } from '#contract/sub-accounts.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import styles from './AccountSummary.module.css'
import { LabeledFigure } from './LabeledFigure.tsx'

const live = ['wallet', 'user', 'instances'] as const

/** The master account of this sub-account and the limits it sets; renders nothing for a master account. */
export function SubAccountTermsPanel() {
  const { data } = useEndpoint(subAccounts.own, {}, { live })
  if (!data) return null
  const {
    master_name: masterName,
    master_phone: masterPhone,
    price_max: priceMax,
    instances_max: instancesMax,
    monthly,
    project,
  } = data
  return (
    <PagePanel title="子账号">
      <dl className={styles.facts}>
        <LabeledFigure label="主账号">
          {masterName} {masterPhone}
        </LabeledFigure>
        {project && <LabeledFigure label="所属项目">{project.name}</LabeledFigure>}
        {project && (
          <LabeledFigure label="项目正在用卡">
            {project.gpus} / {project.gpus_max === null ? '不限' : `${project.gpus_max} 张`}
          </LabeledFigure>
        )}
        <LabeledFigure label="单台实例每小时最高">{priceMax === null ? '不限' : `¥${priceMax}`}</LabeledFigure>
        <LabeledFigure label="同时拥有的实例">{instancesMax === null ? '不限' : `${instancesMax} 台`}</LabeledFigure>
        <LabeledFigure label="每月补足到">{monthly === null ? '不自动补足' : `¥${monthly}`}</LabeledFigure>
      </dl>
      <p className={styles.note}>额度由主账号划拨，充值、提现和发票由主账号办理；额度不够时请联系主账号。</p>
    </PagePanel>
  )
}
