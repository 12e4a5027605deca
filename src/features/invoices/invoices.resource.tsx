import { Button, Checkbox } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { invoiceEmails } from '#contract/invoice-emails.ts'
import { canStepInvoice, invoiceStates } from '#contract/invoice-states.ts'
import { invoiceKinds, invoices } from '#contract/invoices.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import type { FieldInputProps } from '#src/admin/resource.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { addMixedSpacing } from '#src/ui/mixed-spacing.ts'
import { invoiceStateStyles } from './InvoiceStateTag.tsx'
import { PdfButton } from './PdfButton.tsx'

/** Selects some of the verified e-mail addresses. */
function EmailsInput({ value, onChange }: FieldInputProps) {
  const { data } = useEndpoint(invoiceEmails.list, { query: { page_size: 100 } })
  const verified = data?.filter((row) => row.verified) ?? []
  if (data && verified.length === 0)
    return (
      <>
        还没有已验证的邮箱，请先<Link to={paths.invoiceEmails}>添加收票邮箱</Link>。
      </>
    )
  return (
    <Checkbox.Group
      value={(value as string[] | undefined) ?? []}
      options={verified.map(({ email }) => ({ value: email, label: email }))}
      onChange={(chosen) => onChange?.(chosen)}
    />
  )
}

/** Button that leads to a new invoice. */
function InvoicingButton() {
  const navigate = useNavigate()
  return (
    <Button type="primary" data-shortcut="create" icon={<Icon name="plus" />} onClick={() => void navigate(paths.invoicing)}>
      申请开票
    </Button>
  )
}

/** Requested invoices (product §5). */
export default defineResource({
  name: 'invoices',
  label: '发票管理',
  meaning: '数电发票按实际消费的现金开具，审核后寄到邮箱，也可以下载 PDF。',
  path: paths.invoices,
  showPath: `${paths.invoiceDetailsPattern}?id=:id`,
  nav: { section: 'invoices', order: 10, tab: '发票' },
  access: 'main',
  api: { list: invoices.list, one: invoices.get },
  live: 'invoices',
  title: ({ number, title_name: titleName }) => (number ? `发票 ${number}` : addMixedSpacing(`${titleName}的发票`)),
  columns: [
    { field: 'title_name', title: '抬头' },
    { field: 'state', title: '状态', type: 'status', words: invoiceStates, looks: invoiceStateStyles },
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'kind', title: '类型', type: 'word', words: invoiceKinds },
    { field: 'item_count', title: '项目', type: 'count', measure: '项' },
    {
      field: 'number',
      title: '发票号码',
      render: (row) =>
        row.number ? (
          <>
            {row.number} <PdfButton endpoint={invoices.pdf} id={row.id} small />
          </>
        ) : (
          '—'
        ),
      text: (row) => row.number ?? '—',
    },
    { field: 'created_at', title: '申请时间', type: 'time' },
  ],
  filters: { state: { label: '状态', options: invoiceStates }, kind: { label: '类型', options: invoiceKinds } },
  search: '抬头或完整的发票号码',
  actions: [
    {
      name: 'withdraw',
      label: '撤回申请',
      icon: <Icon name="undo" />,
      endpoint: invoices.withdraw,
      allowed: ({ state }) => canStepInvoice('withdraw', state),
      whenOff: 'hidden',
      effect: '申请作废，所选项目的金额退回未开票金额，可以重新申请。',
    },
    {
      name: 'resend',
      label: '重新寄送',
      icon: <Icon name="chat" />,
      endpoint: invoices.resend,
      allowed: ({ number }) => number !== null,
      whenOff: 'hidden',
      effect: '把 PDF 再寄一次，只能寄到已验证的收票邮箱。',
      fields: [{ name: 'emails', label: '收票邮箱', render: EmailsInput }],
    },
    {
      name: 'flush',
      label: '申请红冲',
      icon: <Icon name="refresh" />,
      danger: true,
      endpoint: invoices.flush,
      allowed: ({ state }) => canStepInvoice('ask_flush', state),
      whenOff: 'hidden',
      effect:
        '用于抬头开错等情形，开票当年内可以申请。财务批准后原发票作废，金额退回未开票金额；专用发票请先与财务确认没有抵扣。',
      fields: [{ name: 'reason', label: '红冲原因', input: 'textarea', placeholder: '例如 抬头有误，需要重开' }],
    },
  ],
  tools: InvoicingButton,
  pages: { show: () => import('./InvoiceShow.tsx') },
  empty: {
    title: '还没有发票',
    hint: '从已确认的消费里选择项目，填好抬头，即可申请一张合并的发票。',
    action: <InvoicingButton />,
  },
})
