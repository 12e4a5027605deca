import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { type Debt, debts } from '#contract/debts.ts'
import { limits } from '#contract/limits.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'

const consequence = ({ terminates_at, terminated_at }: Debt): string => {
  if (terminated_at) return `服务已于 ${formatTime(terminated_at)} 终止，不再增加滞纳金；结清后可以重新使用。`
  return `${terminates_at ? `${formatTime(terminates_at)} 前` : ''}未结清将终止服务，按量计费的实例连同数据一并释放。`
}

/** What is owed, what it grows by, when it ends badly, and the one click that settles it. Nothing while nothing is owed. */
export function DebtNotice({ cash, pay = true }: { cash: string; pay?: boolean }) {
  const navigate = useNavigate()
  const { data: debt } = useEndpoint(debts.get, {}, { enabled: cash.startsWith('-') })
  if (!debt) return null
  const settle = () => void navigate(paths.recharge_for({ amount: debt.owed }))
  return (
    <Alert
      type="error"
      showIcon
      message={
        <>
          欠款 <Yuan amount={debt.owed} />
          {debt.late_fee !== '0.00' && (
            <>
              ，其中滞纳金 <Yuan amount={debt.late_fee} />
            </>
          )}
          ，已逾期 {debt.days} 天
        </>
      }
      description={`滞纳金按本金每日 ${limits.late_fee_percent_per_day}% 计，充值先抵欠款。${consequence(debt)}`}
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
