import { Alert, Button } from 'antd'
import { useVerifyConsumption } from './use-verify-consumption.ts'
import styles from './VerifyConsumption.module.css'

/** A button that recomputes the lines of usage here, in the browser, from the metering segments. */
export function VerifyConsumption({ filters }: { filters: Readonly<Record<string, string>> }) {
  const { outcome, running, verify } = useVerifyConsumption(filters)
  return (
    <>
      <Button loading={running} onClick={verify}>
        验算
      </Button>
      <div className={styles.verdict} role="status">
        {outcome && 'failure' in outcome && <Alert type="error" showIcon message="没有验算成" description={outcome.failure} />}
        {outcome && 'verdict' in outcome && outcome.verdict.faults.length === 0 && (
          <Alert
            type="success"
            showIcon
            message={`验算一致，与账单逐分相同。浏览器用 ${outcome.verdict.segments} 个计费段重新算了 ${outcome.verdict.lines} 行按量扣费，合计 ${outcome.verdict.total} 元。`}
          />
        )}
        {outcome && 'verdict' in outcome && outcome.verdict.faults.length > 0 && (
          <Alert
            type="error"
            showIcon
            message={`验算不一致，有 ${outcome.verdict.faults.length} 处，请把下面的内容发给客服核对。`}
            description={
              <ul>
                {outcome.verdict.faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
            }
          />
        )}
      </div>
    </>
  )
}
