import { Button } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { rechargeChannels, rechargeStatuses, wallet } from '#contract/wallet.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import pairCard from '#src/admin/list/pair-card.module.css'
import { RechargeStatusTag, rechargeStatusStyles } from '#src/features/wallet/recharge/RechargeStatusTag.tsx'
import type { RechargeDetail } from '#src/features/wallet/recharge/use-recharge.ts'
import { paths, withQuery } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './recharges.resource.module.css'

/** A recharge as a card on a phone. */
const RechargeCard = ({ recharge }: { recharge: RechargeDetail }) => (
  <div className={pairCard.card}>
    <h2 className={pairCard.title}>{rechargeChannels[recharge.channel]}</h2>
    <strong className={styles.end}>
      <YuanAmount amount={recharge.amount} />
    </strong>
    <span className={styles.quiet}>
      <TimeText at={recharge.created_at} />
    </span>
    <span className={styles.end}>
      <RechargeStatusTag status={recharge.status} />
    </span>
    <span className={styles.number}>
      <CopyText text={recharge.id} label="复制充值编号" mono />
    </span>
  </div>
)

function RechargeTools() {
  const navigate = useNavigate()
  return (
    <>
      <Button onClick={() => void navigate(paths.bankTransfers)}>对公转账记录</Button>
      <Button type="primary" data-shortcut="create" onClick={() => void navigate(paths.recharge)}>
        去充值
      </Button>
    </>
  )
}

/** All payments: open, paid and abandoned. */
export default defineResource({
  name: 'recharges',
  label: '充值记录',
  meaning: `待支付的订单保留 ${limits.rechargeValidSeconds / 60} 分钟，到时自动关闭，不会扣款。`,
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
  card: (recharge) => <RechargeCard recharge={recharge} />,
  filters: { status: { label: '状态', options: rechargeStatuses } },
  actions: [
    {
      name: 'pay',
      label: '去支付',
      allowed: (recharge) => recharge.status === 'pending',
      whenOff: 'hidden',
      href: (recharge) => paths.rechargeFor({ order: recharge.id }),
    },
    {
      name: 'entry',
      label: '查看入账',
      allowed: (recharge) => recharge.status === 'paid',
      whenOff: 'hidden',
      href: (recharge) => withQuery(paths.incomeDetail, { keyword: recharge.id }),
    },
  ],
  tools: RechargeTools,
  live: 'wallet',
  empty: {
    title: '还没有充值记录',
    hint: '在充值页选金额和支付方式，付款后每一笔都在这里。',
    action: <Link to={paths.recharge}>去充值</Link>,
  },
})
