import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './BankTransferGuide.module.css'
import { TransferProofForm } from './TransferProofForm.tsx'
import { type RechargeBankAccount, useRechargeWays } from './use-recharge-ways.ts'

function Account({ bank }: { bank: RechargeBankAccount }) {
  const lines: [string, string, string][] = [
    ['户名', bank.account_name, '复制户名'],
    ['账号', bank.account_number, '复制账号'],
    ['开户行', bank.bank_name, '复制开户行'],
    ['转账备注', bank.remark_code, '复制转账备注'],
  ]
  return (
    <>
      {bank.sample && <p className={styles.sample}>示例账户，请勿真实汇款。</p>}
      <dl className={styles.account}>
        {lines.map(([label, text, copy]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <CopyText text={text} label={copy} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        请在银行转账的备注里填写 <b>{bank.remark_code}</b>，财务凭它认出是你的款。汇款后在下面提交凭证，一般 1 个工作日内入账。
      </p>
    </>
  )
}

/** Paying by bank transfer: where to, under which remark, and the proof afterwards. */
export default function BankTransferGuide({ amount }: { amount: string }) {
  const { data, error, refetch } = useRechargeWays()
  return (
    <div className={styles.steps}>
      <PagePanel title="1. 汇款到对公账户">
        <AsyncView
          data={data}
          error={error}
          errorTitle="对公账户加载失败"
          onRetry={() => void refetch()}
          skeleton={<Skeleton height={160} />}
        >
          {({ bank }) => (bank ? <Account bank={bank} /> : <p>对公转账没有开通，请换一种支付方式。</p>)}
        </AsyncView>
      </PagePanel>
      <PagePanel title="2. 提交转账凭证">
        <TransferProofForm amount={amount} />
      </PagePanel>
    </div>
  )
}
