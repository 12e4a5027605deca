import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import type { InvoiceableSummary } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { InvoiceableBreakdown } from './InvoiceableBreakdown.tsx'
import { InvoicingForm } from './InvoicingForm.tsx'
import { useInvoicingData } from './invoicing-data.ts'

/** Shown if nothing was spent or everything is invoiced; the sums say which. */
function NothingToInvoice({ invoiceable }: { invoiceable: InvoiceableSummary }) {
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

/** Requests an invoice: items, title and recipients. */
export default function Invoicing() {
  const { data, error, refetch } = useInvoicingData()
  return (
    <div className={frame.page}>
      <PageHeading
        title="申请开票"
        meaning="按实际消费的现金开具数电发票，可以把多笔合并成一张；代金券和赠送金额不能开票。"
        trail={[{ label: '发票管理', to: paths.invoices }]}
      />
      <AsyncView
        data={data}
        error={error}
        onRetry={() => void refetch()}
        skeleton={
          <PagePanel>
            <SkeletonRows rows={8} columns={3} />
          </PagePanel>
        }
      >
        {(present) =>
          present.invoiceable.items.length === 0 ? (
            <NothingToInvoice invoiceable={present.invoiceable} />
          ) : (
            <InvoicingForm data={present} />
          )
        }
      </AsyncView>
    </div>
  )
}
