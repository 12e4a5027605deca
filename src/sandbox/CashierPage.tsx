import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { EndpointData } from '#contract/endpoint.ts'
import { sandbox } from '#contract/platform.ts'
import { rechargeChannels } from '#contract/wallet.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import controls from '#src/ui/controls.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { formatCountdown } from '#src/ui/format-time.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { serverInfoStore } from '#src/ui/server-info.ts'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './CashierPage.module.css'
import { SandboxFrame } from './SandboxFrame.tsx'

type CashierOrder = EndpointData<typeof sandbox.cashier>

type CashierState =
  | { is: 'loading' }
  | { is: 'order'; order: CashierOrder; paying: boolean; refusal: ApiError | null }
  | { is: 'absent' }
  | { is: 'failed'; error: unknown }

const toFailureState = (error: unknown): CashierState =>
  isApiError(error) && error.status === 404 ? { is: 'absent' } : { is: 'failed', error }

const loadCashierOrder = (tradeNo: string): Promise<CashierState> =>
  callEndpoint(sandbox.cashier, { params: { trade_no: tradeNo } }).then(
    ({ data: order }) => ({ is: 'order', order, paying: false, refusal: null }),
    toFailureState,
  )

/** Loads the order in the cashier address and pays it. */
function useCashier(tradeNo: string): { state: CashierState; reload: () => void; pay: () => void } {
  const [state, setState] = useState<CashierState>({ is: 'loading' })

  const reload = useCallback(() => {
    setState({ is: 'loading' })
    void loadCashierOrder(tradeNo).then(setState)
  }, [tradeNo])
  useEffect(reload, [reload])

  const pay = async () => {
    if (state.is !== 'order' || state.paying) return
    setState({ ...state, paying: true, refusal: null })
    try {
      const { data } = await callEndpoint(sandbox.pay, { params: { trade_no: tradeNo } })
      setState({ ...state, paying: false, order: { ...state.order, status: data.status } })
    } catch (error) {
      // paid elsewhere or closed meanwhile: show the current order instead of the refusal
      const now = await loadCashierOrder(tradeNo)
      setState(now.is === 'order' && now.order.status === 'pending' && isApiError(error) ? { ...now, refusal: error } : now)
    }
  }
  return { state, reload, pay: () => void pay() }
}

/** Bill: amount, payment method and order number. */
function CashierBill({ order, children }: { order: CashierOrder; children: ReactNode }) {
  const info = useStore(serverInfoStore)
  useEffect(() => {
    void serverInfoStore.load()
  }, [])

  return (
    <section className={styles.bill} aria-label="账单">
      <p className={styles.amount}>
        <span>¥</span>
        {formatYuan(order.amount)}
      </p>
      <dl className={styles.lines}>
        <div>
          <dt>收款方</dt>
          <dd>{info?.brand ?? '—'}</dd>
        </div>
        <div>
          <dt>支付方式</dt>
          <dd>{rechargeChannels[order.channel]}</dd>
        </div>
        <div>
          <dt>交易号</dt>
          <dd className={styles.mono}>{order.trade_no}</dd>
        </div>
      </dl>
      {children}
    </section>
  )
}

function CashierClosed({ order }: { order: CashierOrder }) {
  return (
    <CashierBill order={order}>
      <div role="status" className={styles.end} data-tone="closed">
        <Icon name="clock" />
        <strong>订单已关闭</strong>
        <p className={styles.hint}>超过支付时间，没有扣款。请回到充值页重新发起。</p>
      </div>
    </CashierBill>
  )
}

interface CashierPayProps {
  order: CashierOrder
  paying: boolean
  refusal: ApiError | null
  onPay: () => void
}

/** Payment view of an unpaid order. */
function CashierPay({ order, paying, refusal, onPay }: CashierPayProps) {
  const left = useSecondsUntil(order.expires_at)
  if (left === 0) return <CashierClosed order={order} />
  return (
    <CashierBill order={order}>
      {refusal && (
        <p role="alert" className={styles.refusal}>
          {refusal.message}
        </p>
      )}
      <button
        type="button"
        className={`${controls.button} ${controls.primary} ${controls.large}`}
        disabled={paying}
        aria-busy={paying}
        onClick={onPay}
      >
        {paying ? '支付中' : '支付'}
      </button>
      <p className={styles.hint}>
        请在 <b>{formatCountdown(left)}</b> 内支付，超时订单自动关闭
      </p>
    </CashierBill>
  )
}

function CashierPaid({ order }: { order: CashierOrder }) {
  return (
    <CashierBill order={order}>
      <div role="status" className={styles.end} data-tone="success">
        <Icon name="check" />
        <strong>已支付</strong>
        <p className={styles.hint}>请回到充值页，余额会自动更新。本页可以关闭。</p>
      </div>
    </CashierBill>
  )
}

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

/** Cashier page where a recharge is paid in the sandbox; the QR code opens it. */
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
