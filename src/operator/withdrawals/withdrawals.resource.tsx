import { limits } from '#contract/limits.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorWithdrawals, type WithdrawalReviewState, withdrawalReviewStates } from '#contract/operator/withdrawals.ts'
import { withdrawalTypes } from '#contract/withdrawals.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { createPersonColumn, formatRealNameNote } from '#src/operator/shared/person-column.tsx'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const statusStyles: StateStyles<WithdrawalReviewState> = {
  pending: { tone: 'warning', icon: 'clock' },
  checking: { tone: 'primary', icon: 'user' },
  paying: { tone: 'primary', icon: 'external' },
  done: { tone: 'success', icon: 'check' },
  rejected: { tone: 'danger', icon: 'close' },
  cancelled: { tone: 'neutral', icon: 'undo' },
}
const twoPeopleYuan = formatYuan(formatFenAsYuan(BigInt(limits.withdrawalTwoPeopleFen))).replace(/\.00$/, '')
/** An amount that has not moved yet is no fact. */
const toKnownAmount = (amount: string) => (Number(amount) > 0 ? amount : null)
const isOpen = ({ status }: { status: WithdrawalReviewState }) => status === 'pending' || status === 'checking'

/** Withdrawals: reviewed, approved by two people above a limit, and tracked until paid. */
export default defineResource({
  name: 'operator-withdrawals',
  label: '提现',
  meaning: `超过 ${twoPeopleYuan} 元的由两人先后批准；自己的申请由别人处理。批准后原路退回，对公转账与收益由财务打款。`,
  path: operatorPaths.withdrawals,
  nav: { section: 'payouts', order: 10 },
  api: { list: operatorWithdrawals.list, one: operatorWithdrawals.get, history: operatorAudit.history },
  title: (withdrawal) => `${withdrawal.owner.nickname} ${formatYuan(withdrawal.amount)} 元`,
  columns: [
    { field: 'created_at', title: '申请时间', type: 'time' },
    createPersonColumn('owner', '用户', formatRealNameNote),
    { field: 'type', title: '类型', type: 'word', words: withdrawalTypes },
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'status', title: '状态', type: 'status', words: withdrawalReviewStates, looks: statusStyles },
    { field: 'open_parts', title: '待人工处理', text: ({ open_parts: openParts }) => (openParts ? `${openParts} 笔` : '') },
    createPersonColumn('first_by', '初审人'),
  ],
  details: [
    createPersonColumn('decided_by', '处理人'),
    { field: 'paid', title: '已打款', type: 'yuan', sign: true, value: ({ paid }) => toKnownAmount(paid) },
    { field: 'returned', title: '已退回钱包', type: 'yuan', sign: true, value: ({ returned }) => toKnownAmount(returned) },
    { field: 'reason', title: '驳回原因' },
  ],
  filters: {
    todo: { label: '范围', options: { true: '等我处理' } },
    status: { label: '状态', options: withdrawalReviewStates },
    type: { label: '类型', options: withdrawalTypes },
  },
  search: '提现编号或用户',
  actions: [
    {
      name: 'approve',
      label: '批准',
      icon: <Icon name="check" />,
      endpoint: operatorWithdrawals.approve,
      allowed: (withdrawal) => isOpen(withdrawal) && !withdrawal.own,
      whenOff: 'hidden',
      effect: ({ amount, type, two_people: large, status }) => {
        if (large && status === 'pending') return `${formatYuan(amount)} 元较大，另一位财务人员再批准一次才会打款。`
        return type === 1
          ? `立即开始把 ${formatYuan(amount)} 元按原充值方式退回，不能撤回。`
          : `${formatYuan(amount)} 元转为待打款，由财务转入收款账户后登记。`
      },
    },
    {
      name: 'reject',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operatorWithdrawals.reject,
      allowed: (withdrawal) => isOpen(withdrawal) && !withdrawal.own,
      whenOff: 'hidden',
      effect: '冻结的金额立即回到用户钱包，用户会收到原因。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '例如 请先完成发票红冲' }],
    },
  ],
  pages: { show: () => import('./WithdrawalReview.tsx') },
  empty: { title: '没有提现申请', hint: '用户申请提现后会出现在这里，财务会收到通知。', action: null },
})
