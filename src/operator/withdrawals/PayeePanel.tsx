import { Button } from 'antd'
import { type OperatorWithdrawalDetail, operatorWithdrawals } from '#contract/operator/withdrawals.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import styles from './PayoutParts.module.css'

/** Where income goes: masked until somebody who has to pay asks for it. */
export function PayeePanel({ withdrawal: { id, payee, owner } }: { withdrawal: OperatorWithdrawalDetail }) {
  const { data, run, pending } = useAction(operatorWithdrawals.reveal, { success: false, failed: '查看失败，请重试' })
  return (
    <PagePanel
      title="收款账户"
      extra={
        !data && (
          <Button size="small" loading={pending} onClick={() => void run({ params: { id } })}>
            查看完整账户
          </Button>
        )
      }
    >
      {data ? (
        <dl className={styles.wallet}>
          <div>
            <dt>户名（实名）</dt>
            <dd>{data.holder}</dd>
          </div>
          {data.bank && (
            <div>
              <dt>开户银行</dt>
              <dd>{data.bank}</dd>
            </div>
          )}
          <div>
            <dt>账号</dt>
            <dd>
              <CopyText text={data.account} label="复制收款账号" mono />
            </dd>
          </div>
        </dl>
      ) : (
        <p className={styles.note}>
          {payee}，户名为 {owner.nickname} 的实名姓名。查看完整账户会记入审计。
        </p>
      )}
    </PagePanel>
  )
}
