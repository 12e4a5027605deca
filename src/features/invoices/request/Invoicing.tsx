import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { InvoicingForm } from './InvoicingForm.tsx'
import { useInvoicingData } from './invoicing-data.ts'
import { NothingToInvoice } from './NothingToInvoice.tsx'

/** Asks for an invoice: what is on it, whose it is, where it goes. */
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
