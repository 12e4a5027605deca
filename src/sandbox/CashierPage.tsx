import { useParams } from 'react-router-dom'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { CashierClosed } from './CashierClosed.tsx'
import { CashierPaid } from './CashierPaid.tsx'
import { CashierPay } from './CashierPay.tsx'
import { SandboxFrame } from './SandboxFrame.tsx'
import { useCashier } from './use-cashier.ts'

function Counter({ trade_no: tradeNo }: { trade_no: string }) {
  const { state, reload, pay } = useCashier(tradeNo)
  if (state.is === 'loading') return <SkeletonRows rows={3} columns={2} />
  if (state.is === 'absent') return <EmptyState title="没有这笔订单" hint="请回到充值页重新发起，或核对收银台地址。" />
  if (state.is === 'failed') return <ErrorState error={state.error} title="订单加载失败" onRetry={reload} />
  const { order } = state
  if (order.status === 'paid') return <CashierPaid order={order} />
  if (order.status === 'closed') return <CashierClosed order={order} />
  return <CashierPay order={order} paying={state.paying} refusal={state.refusal} onPay={pay} />
}

/** The counter where a recharge is paid in the sandbox; what the QR code opens. */
export default function CashierPage() {
  const { trade_no: tradeNo = '' } = useParams()
  return (
    <SandboxFrame
      title="沙箱收银台"
      lead="代替支付宝与微信支付。点「支付」后，平台会收到一条签名的到账通知。"
      plays={['payment']}
    >
      <Counter key={tradeNo} trade_no={tradeNo} />
    </SandboxFrame>
  )
}
