import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import type { WayBack } from '#src/admin/return-link.ts'
import { isApiError } from '#src/api/api-error.ts'
import { own_acts } from '#src/api/own-actions.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'
import { Closed } from './RechargeClosed.tsx'
import { Paid } from './RechargePaid.tsx'
import { Counter } from './RechargePayment.tsx'
import { type Recharge, useRecharge } from './use-recharge.ts'

function Present({ recharge, back }: { recharge: Recharge; back: WayBack | null }) {
  const left = useSecondsUntil(recharge.expires_at)
  if (recharge.status === 'paid') return <Paid recharge={recharge} back={back} />
  if (recharge.status === 'closed' || left === 0 || !recharge.pay_url) return <Closed recharge={recharge} />
  return <Counter recharge={recharge} pay_url={recharge.pay_url} left={left} />
}

/** The second step: a payment from the moment it is opened until it is paid or closed. */
export function Checkout({ id, back }: { id: string; back: WayBack | null }) {
  const { data, error, refetch } = useRecharge(id)
  useEffect(() => own_acts.tell('balance'), []) // 充值成功 stands here
  const absent = isApiError(error) && error.status === 404
  return (
    <Panel>
      {absent ? (
        <EmptyState title="没有找到这笔充值" hint="它可能属于别的账号。" action={<Link to={paths.recharge}>重新发起充值</Link>} />
      ) : (
        <AsyncView
          data={data}
          error={error}
          errorTitle="充值订单加载失败"
          onRetry={() => void refetch()}
          skeleton={<CheckoutSkeleton />}
        >
          {(recharge) => <Present recharge={recharge} back={back} />}
        </AsyncView>
      )}
    </Panel>
  )
}
