import { useSearchParams } from 'react-router-dom'
import { InstanceMoneyPage } from '#src/features/instances/money/InstanceMoneyPage.tsx'
import { useInstance } from '#src/features/instances/money/use-instance.ts'
import { RenewView } from './RenewView.tsx'

/** Renews one or several instances named in the address, separated by commas (product §4). */
export default function InstanceRenew() {
  const [search] = useSearchParams()
  const ids = (search.get('id') ?? '').split(',').filter(Boolean)
  const several = ids.length > 1
  const rule = search.get('charge_rule')
  const { instance, error, retry } = useInstance(several ? '' : (ids[0] ?? ''))
  return (
    <InstanceMoneyPage
      title={several ? `批量续费 ${ids.length} 台` : '续费'}
      meaning="为包日、包周实例购买更多时长，接在现有时长之后。"
      instance={several ? null : instance}
      missing={ids.length === 0}
      found={{ data: several ? null : instance, error, retry }}
    >
      {(found) => (
        <RenewView key={ids.join()} ids={ids} instance={found} rule={rule === 'day' || rule === 'week' ? rule : undefined} />
      )}
    </InstanceMoneyPage>
  )
}
