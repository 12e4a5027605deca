import type { InvoiceableSummary } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#src/paths.ts'
import { formatYuanValue } from '#src/ui/charts/chart-yuan.ts'
import { Waterfall, type WaterfallStep } from '#src/ui/charts/Waterfall.tsx'
import { formatTime } from '#src/ui/format-time.ts'

/** When the first bill that is not confirmed yet will be, in words. */
function formatNextConfirmation(items: InvoiceableSummary['items']): string {
  const [next] = items.flatMap((item) => (item.ready ? [] : [item.confirmed_at])).sort()
  return `${limits.billConfirmWorkingDays} 个工作日后确认${next ? `，最早 ${formatTime(next)}` : ''}`
}

/** How the invoiceable amount follows from the spending; lines of 0 are omitted. */
export function InvoiceableBreakdown({ invoiceable }: { invoiceable: InvoiceableSummary }) {
  const { consumed, refunded, invoiced, beyond, uncovered, waiting, ready, items } = invoiceable
  const steps: WaterfallStep[] = [
    { name: '现金消费', value: Number(consumed), to: paths.consumption, note: '订单与按量费用，含子账号，不含代金券' },
    { name: '已退款', value: -Number(refunded), to: paths.myOrders },
    { name: '已开票', value: -Number(invoiced), to: paths.invoices, note: '含待审核和开票中的' },
    { name: '待红冲的退款', value: Number(beyond), to: paths.invoices, note: '开票后又退款的部分，需要红冲' },
    { name: '由赠送金额支付或尚欠', value: -Number(uncovered), note: '不是充值付入的，不能开票' },
    { name: '账单待确认', value: -Number(waiting), note: formatNextConfirmation(items) },
  ]
  return (
    <Waterfall
      title="可开票金额的由来"
      steps={[
        ...steps.filter(({ value }, index) => index === 0 || value !== 0),
        { name: '现在可开', value: Number(ready), total: true },
      ]}
      formatValue={formatYuanValue}
    />
  )
}
