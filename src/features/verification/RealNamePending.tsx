import { Alert } from 'antd'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'
import styles from './RealNameVerified.module.css'
import type { RealName } from './real-name.ts'

/** What was handed in and waits for a reviewer. */
export const Waiting = ({ real_name: { name, id_number, review } }: { real_name: RealName }) => (
  <Panel
    title="认证信息"
    extra={
      <Tag tone="warning" icon="clock">
        待审核
      </Tag>
    }
  >
    <dl className={styles.facts}>
      <div>
        <dt>真实姓名</dt>
        <dd>{name}</dd>
      </div>
      <div>
        <dt>身份证号</dt>
        <dd className={styles.number}>{id_number}</dd>
      </div>
      <div>
        <dt>提交时间</dt>
        <dd>
          <TimeText at={review?.submitted_at ?? null} />
        </dd>
      </div>
    </dl>
    <Alert type="info" showIcon message="审核人员正在核对，一般 1 个工作日内完成，结果会通知你。通过之前可以充值，不能下单。" />
  </Panel>
)
