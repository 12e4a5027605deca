import { LinkTabs } from '#src/admin/layout/LinkTabs.tsx'
import { paths } from '#src/paths.ts'

const tabs = [
  { to: paths.invoices, label: '发票' },
  { to: paths.invoice_titles, label: '抬头' },
  { to: paths.invoice_emails, label: '收票邮箱' },
]

/** The three lists of 发票管理. */
export const InvoiceTabs = () => <LinkTabs label="发票管理" tabs={tabs} />
