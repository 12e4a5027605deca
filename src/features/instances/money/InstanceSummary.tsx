import { expiryPolicies } from '#contract/expiry.ts'
import { chargeRules, type Instance } from '#contract/instances.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { InstancePanel } from './InstancePanel.tsx'
import { PriceHour } from './PriceHour.tsx'

/** Summary of the instance: name, specs, billing and end date. */
export function InstanceSummary({ instance }: { instance: Instance }) {
  const { expire_at: expireAt, expiry_policy: expiryPolicy } = instance
  return (
    <InstancePanel instance={instance}>
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
    </InstancePanel>
  )
}
