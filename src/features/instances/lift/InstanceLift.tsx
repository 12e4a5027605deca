import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { instance_money } from '#contract/instance-money.ts'
import { instances } from '#contract/instances.ts'
import { call } from '#src/api/call.ts'
import { InstanceMoneyPage } from '#src/features/instances/money/InstanceMoneyPage.tsx'
import { money_key } from '#src/features/instances/money/use-money-quote.ts'
import { LiftView } from './LiftView.tsx'

/** Changes what an instance consists of (product §5). */
export default function InstanceLift() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: [...money_key, 'lift', id],
    enabled: id !== '',
    retry: false,
    queryFn: async ({ signal }) => {
      const params = { id }
      const { data: instance } = await call(instances.get, { params }, { signal })
      const { data: options } = await call(instance_money.lift_options, { params }, { signal })
      return { instance, options }
    },
  })
  return (
    <InstanceMoneyPage
      title="升降配置"
      meaning="更改 GPU 和数据盘，下次开机生效，数据保留。要先关机。"
      instance={data?.instance}
      missing={id === ''}
      found={{ data, error, retry: () => void refetch() }}
    >
      {(found) => <LiftView key={id} {...found} />}
    </InstanceMoneyPage>
  )
}
