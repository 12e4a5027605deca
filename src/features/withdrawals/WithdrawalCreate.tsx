import { Alert } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { payoutChannels, type WithdrawableLineKey, type WithdrawalType } from '#contract/withdrawals.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { paths, withQuery } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatYuanValue } from '#src/ui/charts/chart-yuan.ts'
import { Waterfall } from '#src/ui/charts/Waterfall.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { useWithdrawalQuote, type WithdrawalQuote } from './use-withdrawal-quote.ts'
import { WithdrawalForm } from './WithdrawalForm.tsx'
import styles from './withdrawal.module.css'

const linePaths: Partial<Record<WithdrawableLineKey, string>> = {
  recharged: paths.recharges,
  consumed: paths.consumption,
  withdrawn: paths.withdrawals,
  frozen: paths.withdrawals,
  others: paths.incomeDetail,
  balance: paths.incomeDetail,
  accrued: paths.containerInstances,
  invoiced: paths.invoices,
  income: withQuery(paths.incomeDetail, { wallet: 'income' }),
}

/** How the withdrawable amount comes about, line by line, each opening to its rows. */
function WithdrawalQuotePanel({ quote }: { quote: WithdrawalQuote }) {
  const steps = quote.lines.map(({ key, label, amount, why, sum }) => {
    const to = linePaths[key]
    return { name: label, value: Number(amount), total: sum, note: why, ...(to && { to }) }
  })
  return (
    <PagePanel title="可提现金额">
      <p className={styles.total}>
        <YuanAmount amount={quote.withdrawable} />
      </p>
      <Waterfall
        title="可提现金额的由来"
        steps={[...steps, { name: '可提现', value: Number(quote.withdrawable), total: true }]}
        formatValue={formatYuanValue}
      />
    </PagePanel>
  )
}

/** Payments that the money is refunded to, in order. */
function WithdrawalRoutesPanel({ routes }: Pick<WithdrawalQuote, 'routes'>) {
  if (!routes.length) return null
  return (
    <PagePanel title="退回到">
      <p className={styles.order}>先充的先退，每笔最多退：</p>
      <ul className={styles.routes}>
        {routes.map(({ channel, left, paid_at: paidAt }) => (
          <li key={`${channel} ${paidAt}`}>
            <span>
              {payoutChannels[channel]}
              <small>
                <TimeText at={paidAt} /> 的充值
              </small>
            </span>
            <YuanAmount amount={left} />
          </li>
        ))}
      </ul>
    </PagePanel>
  )
}

/** Withdrawal form, beside the calculation of the withdrawable amount. */
export default function WithdrawalCreate({ resource }: { resource: Resource }) {
  const [type, setType] = useState<WithdrawalType>(1)
  const { data, error, refetch } = useWithdrawalQuote(type)
  return (
    <div className={frame.page}>
      <PageHeading title="申请提现" meaning={resource.meaning} trail={[{ label: resource.label, to: resource.path }]} />
      <div className={frame.columns}>
        <div className={styles.main}>
          {data?.holder === null && (
            <Alert
              type="warning"
              showIcon
              message="请先完成实名认证"
              description="提现只能退回给本人，需要先确认账号使用者的身份。"
              action={<Link to={paths.certificationDetailsFor({ return: paths.newWithdrawal })}>去认证</Link>}
            />
          )}
          <WithdrawalForm listPath={resource.path} type={type} quote={data} onType={setType} />
        </div>
        <div className={styles.side}>
          <AsyncView
            data={data}
            error={error}
            errorTitle="可提现金额加载失败"
            onRetry={() => void refetch()}
            skeleton={
              <PagePanel title="可提现金额">
                <Skeleton height={240} />
              </PagePanel>
            }
          >
            {(quote) => (
              <>
                <WithdrawalQuotePanel quote={quote} />
                <WithdrawalRoutesPanel routes={quote.routes} />
              </>
            )}
          </AsyncView>
        </div>
      </div>
    </div>
  )
}
