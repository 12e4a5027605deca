import { Button } from 'antd'
import { Link } from 'react-router-dom'
import { type OperatorWithdrawalDetail, operatorWithdrawals } from '#contract/operator/withdrawals.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { useAction } from '#src/admin/use-action.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import CaseShow from '#src/operator/shared/CaseShow.tsx'
import { EntityLink } from '#src/operator/shared/EntityLink.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './PayoutParts.module.css'
import { PayoutParts } from './PayoutParts.tsx'

/** The payee of an income withdrawal: masked until an operator who must pay reveals it. */
function PayeePanel({ withdrawal: { id, payee, owner } }: { withdrawal: OperatorWithdrawalDetail }) {
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

const balanceLabels = { cash: '可用余额', frozen: '冻结余额', income: '收益余额', income_frozen: '冻结收益' } as const

/** The owner's current balances; each figure links to its ledger rows. */
function OwnerWallet({ withdrawal: { owner, wallet } }: { withdrawal: OperatorWithdrawalDetail }) {
  return (
    <PagePanel
      title="用户钱包"
      extra={
        <span className={styles.links}>
          <Link to={operatorPaths.entriesOf({ keyword: owner.id })}>查看分录</Link>
          <EntityLink kind="operator-users" id={owner.id}>
            查看用户
          </EntityLink>
        </span>
      }
    >
      <dl className={styles.wallet}>
        {(Object.keys(balanceLabels) as (keyof typeof balanceLabels)[]).map((name) => (
          <div key={name}>
            <dt>{balanceLabels[name]}</dt>
            <dd>
              <YuanAmount amount={wallet[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </PagePanel>
  )
}

/** A withdrawal: the destination of each part, the owner's remaining balance, and its history. */
export default function WithdrawalReview({ resource }: { resource: Resource }) {
  return (
    <CaseShow resource={resource} of={operatorWithdrawals.get}>
      {(withdrawal) => (
        <>
          <PayoutParts withdrawal={withdrawal} />
          {withdrawal.type === 2 && <PayeePanel withdrawal={withdrawal} />}
          <OwnerWallet withdrawal={withdrawal} />
        </>
      )}
    </CaseShow>
  )
}
