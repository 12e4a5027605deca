import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import type { InvoiceableSummary } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { InvoiceableBreakdown } from './InvoiceableBreakdown.tsx'

/** Nothing has been spent, or all of it is invoiced; the sums say which. */
export function NothingToInvoice({ invoiceable }: { invoiceable: InvoiceableSummary }) {
  const navigate = useNavigate()
  const spent = Number(invoiceable.consumed) > 0
  return (
    <PagePanel>
      {spent && <InvoiceableBreakdown invoiceable={invoiceable} />}
      <EmptyState
        title={spent ? '消费都已开票' : '还没有可以开票的消费'}
        hint={`用余额租用实例（按量、包日或包周）后，账单在 ${limits.billConfirmWorkingDays} 个工作日后确认，之后就能在这里开票。`}
        action={
          spent ? (
            <Button onClick={() => void navigate(paths.invoices)}>查看发票</Button>
          ) : (
            <Button type="primary" onClick={() => void navigate(paths.market)}>
              去算力市场
            </Button>
          )
        }
      />
    </PagePanel>
  )
}
