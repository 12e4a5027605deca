import { Alert, Button } from 'antd'
import { VerdictText } from '#src/features/consumption/shared.ts'
import styles from './Billing.module.css'
import { useVerifyBill } from './use-verify-bill.ts'

/** How a bill is made, and a button that checks it here, in the browser. */
export function VerifyBillPanel({ id }: { id: string }) {
  const { outcome, running, verify } = useVerifyBill(id)
  return (
    <div className={styles.verify}>
      <p className={styles.rule}>
        金额 = 单价 × 秒数 ÷ 3600，舍去不足 1 分的部分；舍去的零头带入下一次运行，不会少算也不会多算。
      </p>
      <Button loading={running} onClick={verify}>
        验算
      </Button>
      <div className={styles.verdict} role="status">
        {outcome &&
          ('failure' in outcome ? (
            <Alert type="error" showIcon message="没有验算成" description={outcome.failure} />
          ) : (
            <VerdictText verdict={outcome.verdict} />
          ))}
      </div>
    </div>
  )
}
