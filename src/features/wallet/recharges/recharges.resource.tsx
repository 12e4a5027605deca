import { Link } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { rechargeChannels, rechargeStatuses, wallet } from '#contract/wallet.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { rechargeStatusStyles } from '#src/features/wallet/recharge/RechargeStatusTag.tsx'
import { paths } from '#src/paths.ts'

/** All payments: open, paid and abandoned. */
export default defineResource({
  name: 'recharges',
  label: '充值记录',
  meaning: `待支付的订单保留 ${limits.rechargeValidSeconds / 60} 分钟，到时自动关闭，不会扣款。对公转账另有记录。`,
  path: paths.recharges,
  nav: { section: 'bills', order: 40 },
  api: { list: wallet.recharges },
  title: (recharge) => `${rechargeChannels[recharge.channel]} ${recharge.amount} 元`,
  columns: [
    { field: 'created_at', title: '发起时间', type: 'time' },
    { field: 'channel', title: '支付方式', type: 'word', words: rechargeChannels },
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'status', title: '状态', type: 'status', words: rechargeStatuses, looks: rechargeStatusStyles },
    { field: 'paid_at', title: '到账时间', type: 'time' },
    { field: 'id', title: '充值编号', type: 'copy', label: '复制充值编号' },
  ],
  filters: { status: { label: '状态', options: rechargeStatuses } },
  actions: [
    {
      name: 'pay',
      label: '去支付',
      allowed: (recharge) => recharge.status === 'pending',
      href: (recharge) => paths.rechargeFor({ order: recharge.id }),
    },
  ],
  live: 'wallet',
  empty: {
    title: '还没有充值记录',
    hint: '在充值页选金额和支付方式，付款后每一笔都在这里。',
    action: <Link to={paths.recharge}>去充值</Link>,
  },
})
