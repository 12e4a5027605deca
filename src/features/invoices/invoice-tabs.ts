import { paths } from '#src/paths.ts'

/** The three lists of 发票管理. */
export const invoiceTabs = {
  label: '发票管理',
  tabs: [
    { to: paths.invoices, label: '发票' },
    { to: paths.invoiceTitles, label: '抬头' },
    { to: paths.invoiceEmails, label: '收票邮箱' },
  ],
}
