import { Modal } from 'antd'
import { Link } from 'react-router-dom'
import { type Consumption, consumption } from '#contract/consumption.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './DaySegments.module.css'
import { SegmentCharges } from './SegmentCharges.tsx'

/** The metering behind one line: which seconds ran at which price, and who paid them. */
export default function DaySegments({ row, onClose }: { row: Row; onClose: () => void }) {
  // a row of this resource
  const { day, instance_id: instanceId, instance_name: instanceName } = row as unknown as Consumption
  const query = { instance_id: instanceId ?? '', day }
  const { data, error, refetch } = useEndpoint(consumption.segments, { query })
  return (
    <Modal open width={880} title={`${day} ${instanceName} 的计费段`} footer={null} onCancel={onClose}>
      <div className={styles.body}>
        <p className={styles.rule}>
          费用按秒累计，金额 = 单价 × 秒数 ÷ 3600，舍去不足 1
          分的零头并带入下一段。一笔扣费算在它结算的那一天，跨过零点的一段因此分在两天，合计不变。
        </p>
        <AsyncView
          data={data}
          error={error}
          errorTitle="计费段加载失败"
          onRetry={() => void refetch()}
          skeleton={<SkeletonRows rows={4} columns={5} />}
        >
          {(segments) => (
            <>
              {segments.map((segment) => (
                <SegmentCharges key={segment.id} segment={segment} />
              ))}
            </>
          )}
        </AsyncView>
        <Link to={paths.consumptionOf({ instance_id: query.instance_id })} onClick={onClose}>
          查看这台实例的全部消费
        </Link>
      </div>
    </Modal>
  )
}
