import { limits } from '#contract/limits.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import {
  type BankTransferReviewState,
  bankTransferReviewStates,
  operatorBankTransfers,
} from '#contract/operator/bank-transfers.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { createPersonColumn, formatRealNameNote } from '#src/operator/shared/person-column.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const statusStyles: StateStyles<BankTransferReviewState> = {
  pending: { tone: 'warning', icon: 'clock' },
  confirmed: { tone: 'primary', icon: 'user' },
  credited: { tone: 'success', icon: 'check' },
  rejected: { tone: 'danger', icon: 'close' },
}
const twoPeopleYuan = formatYuan(formatFenAsYuan(BigInt(limits.operatorAloneFen))).replace(/\.00$/, '')
const isOpen = ({ status }: { status: BankTransferReviewState }) => status === 'pending' || status === 'confirmed'

/** Money that users claim to have sent to the company's account, to be matched with the bank statement. */
export default defineResource({
  name: 'operator-bank-transfers',
  label: '对公转账',
  meaning: `对照银行流水确认后才入账。每人每天连同调整、发券和退款合计 ${twoPeopleYuan} 元以内一人确认即入账，更多的等另一人复核；自己的转账由别人处理。`,
  path: operatorPaths.bankTransfers,
  nav: { section: 'payments', order: 30 },
  api: { list: operatorBankTransfers.list, one: operatorBankTransfers.get, history: operatorAudit.history },
  title: (transfer) => `${transfer.payer_name} ${formatYuan(transfer.amount)} 元`,
  columns: [
    {
      field: 'payer_name',
      title: '付款户名',
      below: ({ remark_code: remarkCode }) => <CellSubline>备注 {remarkCode}</CellSubline>,
    },
    createPersonColumn('owner', '用户', formatRealNameNote),
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'status', title: '状态', type: 'status', words: bankTransferReviewStates, looks: statusStyles },
    { field: 'bank_reference', title: '银行流水号', type: 'copy', label: '复制银行流水号' },
    { field: 'created_at', title: '提交时间', type: 'time' },
  ],
  details: [
    { field: 'remark_code', title: '应有的转账备注', type: 'copy', label: '复制转账备注' },
    createPersonColumn('confirmed_by', '初核人'),
    createPersonColumn('decided_by', '处理人'),
    { field: 'decided_at', title: '处理时间', type: 'time' },
    { field: 'reason', title: '驳回原因' },
  ],
  filters: {
    todo: { label: '范围', options: { true: '等我处理' } },
    status: { label: '状态', options: bankTransferReviewStates },
  },
  search: '户名、流水号或用户',
  actions: [
    {
      name: 'confirm',
      label: '确认到账',
      icon: <Icon name="check" />,
      endpoint: operatorBankTransfers.confirm,
      allowed: (transfer) => isOpen(transfer) && !transfer.own,
      whenOff: 'hidden',
      effect: ({ amount, payer_name: payerName, two_people: large, status }) =>
        large && status === 'pending'
          ? `请在银行流水中找到 ${payerName} 的 ${formatYuan(amount)} 元。超过一人当天的额度，另一位财务人员用同一流水号确认后才入账。`
          : `请在银行流水中找到 ${payerName} 的 ${formatYuan(amount)} 元。确认后计入用户余额，不能撤回；超过你当天的额度时等另一人复核。`,
      fields: [{ name: 'bank_reference', label: '银行流水号', placeholder: '银行回单或流水上的编号' }],
    },
    {
      name: 'reject',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operatorBankTransfers.reject,
      allowed: (transfer) => isOpen(transfer) && !transfer.own,
      whenOff: 'hidden',
      effect: '不入账，用户会收到原因，可以重新提交。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '例如 银行流水中没有这笔款' }],
    },
  ],
  pages: { show: () => import('./BankTransferReview.tsx') },
  empty: { title: '没有对公转账', hint: '用户在充值页提交转账凭证后会出现在这里，财务会收到通知。', action: null },
})
