import { useSearchParams } from 'react-router-dom'
import { instanceMoney } from '#contract/instance-money.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { InstanceMoneyPage } from '#src/features/instances/money/InstanceMoneyPage.tsx'
import { useInstance } from '#src/features/instances/money/use-instance.ts'
import { LiftView } from './LiftView.tsx'

const live = ['instances', 'wallet', 'user', 'products'] as const

/** Changes what an instance consists of (product §5). */
export default function InstanceLift() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const { instance, error, retry } = useInstance(id)
  const asked = { enabled: id !== '', retry: false, live }
  const options = useEndpoint(instanceMoney.lift_options, { params: { id } }, asked)
  const data = instance && options.data && { instance, options: options.data }
  const retryBoth = () => {
    retry()
    void options.refetch()
  }
  return (
    <InstanceMoneyPage
      title="升降配置"
      meaning="更改 GPU 和数据盘，下次开机生效，数据保留。要先关机。"
      instance={instance}
      missing={id === ''}
      found={{ data, error: error ?? options.error, retry: retryBoth }}
    >
      {(found) => <LiftView key={id} {...found} />}
    </InstanceMoneyPage>
  )
}
