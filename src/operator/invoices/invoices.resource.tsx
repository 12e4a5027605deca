import { toShanghaiDay } from '#contract/day.ts'
import { canStepInvoice, invoiceStates } from '#contract/invoice-states.ts'
import { invoiceKinds } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { type OperatorInvoice, operatorInvoices } from '#contract/operator/invoices.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import type { ResourceField } from '#src/admin/resource.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { invoiceStateStyles } from '#src/features/invoices/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { BriefText } from '#src/operator/shared/BriefText.tsx'
import { createPersonColumn } from '#src/operator/shared/person-column.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { getServerOffers } from '#src/ui/server-info.ts'

const issuedInvoiceFields: readonly ResourceField[] = [
  { name: 'number', label: '发票号码', placeholder: '20 位数字' },
  { name: 'issued_on', label: '开票日期', input: 'date' },
  {
    name: 'file',
    label: '发票 PDF',
    input: 'file',
    accept: 'application/pdf',
    help: `电子税务局下载的 PDF，${formatBytes(limits.invoiceFileMaxBytes)} 以内`,
  },
]

const formatNote = ({ beyond, reason }: OperatorInvoice) =>
  Number(beyond) > 0 ? `已退款 ¥${formatYuan(beyond)}，须红冲` : (reason ?? '')

const canDecideFlush = (row: OperatorInvoice) => canStepInvoice('decline_flush', row.state) && !row.flush_approved

/** The invoice queue: requests to review and red invoices to approve. */
export default defineResource({
  name: 'operator-invoices',
  label: '发票',
  meaning: '审核开票与红冲。通过后由开票服务开具；在平台之外开具的，上传 PDF 登记。',
  path: operatorPaths.invoices,
  nav: { section: 'payouts', order: 20 },
  api: { list: operatorInvoices.list, one: operatorInvoices.get, history: operatorAudit.history },
  title: ({ title_name: titleName }) => titleName,
  columns: [
    { field: 'title_name', title: '抬头', below: ({ number }) => number && <CellSubline>{number}</CellSubline> },
    { field: 'state', title: '状态', type: 'status', words: invoiceStates, looks: invoiceStateStyles },
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'kind', title: '类型', type: 'word', words: invoiceKinds },
    createPersonColumn('owner', '用户'),
    {
      field: 'reason',
      title: '说明',
      render: (row) => <BriefText>{formatNote(row)}</BriefText>,
      text: formatNote,
    },
    { field: 'created_at', title: '申请时间', type: 'time' },
  ],
  details: [{ field: 'number', title: '发票号码' }],
  filters: {
    todo: { label: '范围', options: { true: '等待处理' } },
    state: { label: '状态', options: invoiceStates },
    kind: { label: '类型', options: invoiceKinds },
  },
  search: '抬头、号码或用户编号',
  actions: [
    {
      name: 'approve',
      label: '通过',
      icon: <Icon name="check" />,
      endpoint: operatorInvoices.approve,
      allowed: (row) => getServerOffers().invoicing && canStepInvoice('approve', row.state),
      whenOff: 'hidden',
      effect: (row) => `交给开票服务开具 ¥${formatYuan(row.amount)} 的${invoiceKinds[row.kind]}，之后只能红冲。`,
    },
    {
      name: 'reject',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operatorInvoices.reject,
      allowed: (row) => canStepInvoice('reject', row.state),
      whenOff: 'hidden',
      effect: '用户会看到原因，金额退回他的未开票金额。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea' }],
    },
    {
      name: 'issue_by_hand',
      label: '登记手工开具',
      icon: <Icon name="edit" />,
      endpoint: operatorInvoices.issue_by_hand,
      allowed: (row) => canStepInvoice('issue_by_hand', row.state),
      whenOff: 'hidden',
      effect: '已在电子税务局开具时使用。用户下载和收到的就是这个 PDF；平台不会再开，红冲时也需要手工开红字发票。',
      fields: issuedInvoiceFields,
      initial: () => ({ issued_on: toShanghaiDay(new Date(getServerNow())) }),
    },
    {
      name: 'replace_file',
      label: '更正发票',
      icon: <Icon name="upload" />,
      endpoint: operatorInvoices.replace_file,
      allowed: (row) => canStepInvoice('replace_file', row.state) && row.by_hand,
      whenOff: 'hidden',
      effect: '传错了 PDF、填错了号码或日期时使用。用户会看到原因，新的 PDF 重新寄到他的收票邮箱。',
      fields: [{ name: 'reason', label: '更正原因', placeholder: '例如：上传了别人的发票' }, ...issuedInvoiceFields],
      initial: ({ number, issued_at: issuedAt }) => ({ number, issued_on: issuedAt && toShanghaiDay(new Date(issuedAt)) }),
    },
    {
      name: 'approve_flush',
      label: '批准红冲',
      icon: <Icon name="check" />,
      endpoint: operatorInvoices.approve_flush,
      allowed: (row) => canDecideFlush(row) && !row.by_hand,
      whenOff: 'hidden',
      effect: (row) => `由开票服务开具红字发票，冲销 ¥${formatYuan(row.amount)}，金额退回用户的未开票金额。`,
    },
    {
      name: 'flush_by_hand',
      label: '登记红字发票',
      icon: <Icon name="edit" />,
      endpoint: operatorInvoices.approve_flush,
      allowed: (row) => canDecideFlush(row) && row.by_hand,
      whenOff: 'hidden',
      effect: '这张发票是手工开具的：先在电子税务局开好红字发票，再填写它的号码。',
      fields: [{ name: 'number', label: '红字发票号码', placeholder: '20 位数字' }],
    },
    {
      name: 'decline_flush',
      label: '不予红冲',
      icon: <Icon name="close" />,
      endpoint: operatorInvoices.decline_flush,
      allowed: (row) => canDecideFlush(row) && Number(row.beyond) === 0,
      whenOff: 'hidden',
      effect: '发票仍为已开，用户会看到原因。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea' }],
    },
  ],
  pages: { show: () => import('./InvoiceReview.tsx') },
  empty: { title: '还没有开票申请', hint: '用户在「发票管理」提交申请后会出现在这里。', action: null },
})
