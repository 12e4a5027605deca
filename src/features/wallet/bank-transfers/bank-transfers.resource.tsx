import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { type BankTransferStatus, bankTransferStatuses, bankTransfers } from '#contract/bank-transfers.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { paths, withQuery } from '#src/paths.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const statusStyles: StateStyles<BankTransferStatus> = {
  pending: { tone: 'warning', icon: 'clock' },
  credited: { tone: 'success', icon: 'check' },
  rejected: { tone: 'danger', icon: 'close' },
}

const transferPath = withQuery(paths.recharge, { channel: 'bank' })

function TransferButton() {
  const navigate = useNavigate()
  return (
    <Button type="primary" data-shortcut="create" onClick={() => void navigate(transferPath)}>
      提交转账凭证
    </Button>
  )
}

/** Transfers to the company's bank account, with their states. Opened from the recharge page. */
export default defineResource({
  name: 'bank-transfers',
  label: '对公转账记录',
  meaning: '财务在银行流水中核对到账后入账，一般 1 个工作日内。',
  path: paths.bankTransfers,
  parent: { label: '充值记录', to: paths.recharges },
  api: { list: bankTransfers.list, one: bankTransfers.get },
  title: (transfer) => `对公转账 ${formatYuan(transfer.amount)} 元`,
  columns: [
    { field: 'created_at', title: '提交时间', type: 'time' },
    { field: 'payer_name', title: '付款户名' },
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'status', title: '状态', type: 'status', words: bankTransferStatuses, looks: statusStyles },
    { field: 'reason', title: '驳回原因' },
  ],
  details: [{ field: 'decided_at', title: '处理时间', type: 'time' }],
  filters: { status: { label: '状态', options: bankTransferStatuses } },
  tools: TransferButton,
  pages: { show: () => import('./BankTransferShow.tsx') },
  live: 'wallet',
  empty: {
    title: '还没有对公转账',
    hint: '在充值页选择对公转账，汇款后上传凭证，财务核对到账后入账。',
    action: <TransferButton />,
  },
})
