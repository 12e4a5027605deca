import { Link } from 'react-router-dom'
import { expiryPolicies } from '#contract/expiry.ts'
import { chargeRules, type Instance } from '#contract/instances.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './MoneyPage.module.css'
import { PriceHour } from './PriceHour.tsx'

/** Summary of the instance: name, specs, billing and end date. */
export function InstanceSummary({ instance }: { instance: Instance }) {
  const { flavor, expire_at: expireAt, expiry_policy: expiryPolicy } = instance
  return (
    <PagePanel title="实例" extra={<StatusTag status={instance.status} />}>
      <dl className={styles.instance}>
        <dt>名称</dt>
        <dd>
          <Link to={paths.containerInstance(instance.id)}>{instance.nick_name}</Link>
        </dd>
        <dt>配置</dt>
        <dd>
          {flavor.gpu_type} × {flavor.gpu_num}，{flavor.cpu} 核 {flavor.memory} GB，数据盘 {flavor.data_disk} GB
        </dd>
        <dt>地域</dt>
        <dd>{instance.region_name}</dd>
        <dt>计费</dt>
        <dd>
          {chargeRules[instance.charge_rule]}，<PriceHour of={instance} />
        </dd>
        {expireAt && (
          <>
            <dt>到期</dt>
            <dd>
              <TimeText at={expireAt} />，{expiryPolicies[expiryPolicy]}
            </dd>
          </>
        )}
      </dl>
    </PagePanel>
  )
}
