import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { type Debt, debts } from '#contract/debts.ts'
import { limits } from '#contract/limits.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

const formatConsequence = ({ terminates_at: terminatesAt, terminated_at: terminatedAt }: Debt): string => {
  if (terminatedAt) return `服务已于 ${formatTime(terminatedAt)} 终止，不再增加滞纳金；结清后可以重新使用。`
  return `${terminatesAt ? `${formatTime(terminatesAt)} 前` : ''}未结清将终止服务，按量计费的实例连同数据一并释放。`
}

/** Debt, its growth, the deadline, and a one-click way to pay it. Renders nothing without a debt. */
export function DebtNotice({ cash, pay = true }: { cash: string; pay?: boolean }) {
  const navigate = useNavigate()
  const { data: debt } = useEndpoint(debts.get, {}, { enabled: cash.startsWith('-') })
  if (!debt) return null
  const settle = () => void navigate(paths.rechargeFor({ amount: debt.owed }))
  return (
    <Alert
      type="error"
      showIcon
      message={
        <>
          欠款 <YuanAmount amount={debt.owed} />
          {debt.late_fee !== '0.00' && (
            <>
              ，其中滞纳金 <YuanAmount amount={debt.late_fee} />
            </>
          )}
          ，已逾期 {debt.days} 天
        </>
      }
      description={`滞纳金按本金每日 ${limits.lateFeePercentPerDay}% 计，充值先抵欠款。${formatConsequence(debt)}`}
      {...(pay && {
        action: (
          <Button type="primary" onClick={settle}>
            充值结清
          </Button>
        ),
      })}
    />
  )
}
