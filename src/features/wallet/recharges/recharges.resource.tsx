import { Link } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { recharge_channels, recharge_statuses, wallet } from '#contract/wallet.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { RechargeStatusTag } from '#src/features/wallet/recharge/RechargeStatusTag.tsx'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Yuan } from '#src/ui/Yuan.tsx'

/** Every payment that was opened, paid or left. */
export default defineResource({
  name: 'recharges',
  label: '充值记录',
  meaning: `待支付的订单保留 ${limits.recharge_valid_seconds / 60} 分钟，到时自动关闭，不会扣款。对公转账另有记录。`,
  path: paths.recharges,
  nav: { group: 'cost', order: 40, icon: 'receipt' },
  api: { list: wallet.recharges },
  title: (recharge) => `${recharge_channels[recharge.channel]} ${recharge.amount} 元`,
  columns: [
    {
      field: 'created_at',
      title: '发起时间',
      render: (recharge) => <TimeText at={recharge.created_at} />,
      text: (recharge) => formatTimeExact(recharge.created_at),
    },
    { field: 'channel', title: '支付方式', text: (recharge) => recharge_channels[recharge.channel] },
    { field: 'amount', title: '金额（元）', render: (recharge) => <Yuan amount={recharge.amount} bare />, align: 'end' },
    {
      field: 'status',
      title: '状态',
      render: (recharge) => <RechargeStatusTag status={recharge.status} />,
      text: (recharge) => recharge_statuses[recharge.status],
    },
    {
      field: 'paid_at',
      title: '到账时间',
      render: (recharge) => <TimeText at={recharge.paid_at} />,
      text: (recharge) => (recharge.paid_at ? formatTimeExact(recharge.paid_at) : ''),
    },
    { field: 'id', title: '充值编号', render: (recharge) => <CopyText text={recharge.id} label="复制充值编号" mono /> },
  ],
  filters: { status: { label: '状态', options: recharge_statuses } },
  actions: [
    {
      name: 'pay',
      label: '去支付',
      allowed: (recharge) => recharge.status === 'pending',
      href: (recharge) => paths.recharge_for({ order: recharge.id }),
    },
  ],
  live: 'wallet',
  empty: {
    title: '还没有充值记录',
    hint: '在充值页选金额和支付方式，付款后每一笔都在这里。',
    action: <Link to={paths.recharge}>去充值</Link>,
  },
})
