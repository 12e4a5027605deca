import { Link } from 'react-router-dom'
import { type WithdrawalStatus, withdrawalStatuses, withdrawals, withdrawalTypes } from '#contract/withdrawals.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { paths } from '#src/paths.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const statusStyles: StateStyles<WithdrawalStatus> = {
  pending: { tone: 'warning', icon: 'clock' },
  paying: { tone: 'primary', icon: 'external' },
  done: { tone: 'success', icon: 'check' },
  rejected: { tone: 'danger', icon: 'close' },
  cancelled: { tone: 'neutral', icon: 'undo' },
}

/** Withdrawals (requirements §5): balance is refunded to its payment method, income to an account of the same person. */
export default defineResource({
  name: 'withdrawals',
  label: '提现',
  meaning: '余额按原充值方式退回，收益转入本人账户。申请时冻结，审核通过后打款，驳回即解冻。',
  path: paths.withdrawals,
  nav: { section: 'bills', order: 50 },
  api: { list: withdrawals.list, one: withdrawals.get, create: withdrawals.create },
  title: (withdrawal) => `${withdrawalTypes[withdrawal.type]} ${formatYuan(withdrawal.amount)} 元`,
  columns: [
    { field: 'created_at', title: '申请时间', type: 'time' },
    { field: 'type', title: '类型', type: 'word', words: withdrawalTypes },
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'status', title: '状态', type: 'status', words: withdrawalStatuses, looks: statusStyles },
    { field: 'decided_at', title: '审核时间', type: 'time' },
    { field: 'payee', title: '收款方式', text: ({ payee }) => payee ?? '原路退回' },
    { field: 'reason', title: '驳回原因' },
  ],
  details: [
    { field: 'paid', title: '已打款', type: 'yuan', sign: true },
    { field: 'returned', title: '已退回钱包', type: 'yuan', sign: true },
  ],
  filters: {
    status: { label: '状态', options: withdrawalStatuses },
    type: { label: '类型', options: withdrawalTypes },
  },
  form: { submit: '申请提现', createLabel: '申请提现' },
  actions: [
    {
      name: 'cancel',
      label: '取消提现',
      icon: <Icon name="undo" />,
      endpoint: withdrawals.cancel,
      allowed: ({ status }) => status === 'pending',
      whenOff: 'hidden',
      effect: ({ amount }) => `${amount} 元立即解冻，回到钱包，可以再次申请。`,
    },
  ],
  pages: { create: () => import('./WithdrawalCreate.tsx'), show: () => import('./WithdrawalShow.tsx') },
  live: 'wallet',
  empty: {
    title: '暂无提现记录',
    hint: '用不完的充值可以按原方式退回，邀请等收益可以转入你的支付宝或银行卡。',
    action: <Link to={paths.newWithdrawal}>申请提现</Link>,
  },
})
