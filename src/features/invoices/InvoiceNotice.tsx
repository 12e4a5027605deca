import { Alert } from 'antd'
import type { Invoice } from '#contract/invoices.ts'

/** Notices that readers of this invoice must see first. */
export function InvoiceNotice({ invoice: { sandbox, number, beyond, state, reason } }: { invoice: Invoice }) {
  return (
    <>
      {state === 'rejected' && (
        <Alert
          type="error"
          showIcon
          message={`已驳回：${reason ?? ''}`}
          description="金额已退回未开票金额，修改后可以重新申请。"
        />
      )}
      {Number(beyond) > 0 && (
        <Alert
          type="warning"
          showIcon
          message={`发票里有 ¥${beyond} 已经退款，需要红冲`}
          description="红冲后未退款的部分可以重新开票；红冲之前，退款的部分不能提现。"
        />
      )}
      {sandbox && number && <Alert type="info" showIcon message="沙箱样张：没有接入真实的开票服务，不能用于报销和抵扣。" />}
    </>
  )
}
