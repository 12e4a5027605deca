import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { ReturnLink } from '#src/admin/return-link.ts'
import { isApiError } from '#src/api/api-error.ts'
import { ownActions } from '#src/api/own-actions.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'
import { RechargeClosed } from './RechargeClosed.tsx'
import { RechargePaid } from './RechargePaid.tsx'
import { RechargePayment } from './RechargePayment.tsx'
import { type RechargeDetail, useRecharge } from './use-recharge.ts'

function CheckoutStep({ recharge, back }: { recharge: RechargeDetail; back: ReturnLink | null }) {
  const left = useSecondsUntil(recharge.expires_at)
  if (recharge.status === 'paid') return <RechargePaid recharge={recharge} back={back} />
  if (recharge.status === 'closed' || left === 0 || !recharge.pay_url) return <RechargeClosed recharge={recharge} />
  return <RechargePayment recharge={recharge} pay_url={recharge.pay_url} left={left} />
}

/** The second step: a payment from the moment it is opened until it is paid or closed. */
export function Checkout({ id, back }: { id: string; back: ReturnLink | null }) {
  const { data, error, refetch } = useRecharge(id)
  useEffect(() => ownActions.tell('balance'), []) // 充值成功 stands here
  const absent = isApiError(error) && error.status === 404
  return (
    <PagePanel>
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
          {(recharge) => <CheckoutStep recharge={recharge} back={back} />}
        </AsyncView>
      )}
    </PagePanel>
  )
}
