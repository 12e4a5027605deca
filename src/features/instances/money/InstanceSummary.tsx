import { Link } from 'react-router-dom'
import { expiry_policies } from '#contract/expiry.ts'
import { charge_rules, type Instance } from '#contract/instances.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './MoneyPage.module.css'
import { PriceHour } from './PriceHour.tsx'

/** The instance at a glance: which, what, how it is paid for and until when. */
export function InstanceGlance({ instance }: { instance: Instance }) {
  const { flavor, expire_at, expiry_policy } = instance
  return (
    <Panel title="实例" extra={<StatusTag status={instance.status} />}>
      <dl className={styles.instance}>
        <dt>名称</dt>
        <dd>
          <Link to={paths.container_instance(instance.id)}>{instance.nick_name}</Link>
        </dd>
        <dt>配置</dt>
        <dd>
          {flavor.gpu_type} × {flavor.gpu_num}，{flavor.cpu} 核 {flavor.memory} GB，数据盘 {flavor.data_disk} GB
        </dd>
        <dt>地域</dt>
        <dd>{instance.region_name}</dd>
        <dt>计费</dt>
        <dd>
          {charge_rules[instance.charge_rule]}，<PriceHour of={instance} />
        </dd>
        {expire_at && (
          <>
            <dt>到期</dt>
            <dd>
              <TimeText at={expire_at} />，{expiry_policies[expiry_policy]}
            </dd>
          </>
        )}
      </dl>
    </Panel>
  )
}
