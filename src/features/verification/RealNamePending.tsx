import { Alert } from 'antd'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './RealNameVerified.module.css'
import type { UserRealName } from './real-name.ts'

/** Submitted data that waits for a reviewer. */
export const RealNamePending = ({ real_name: { name, id_number: idNumber, review } }: { real_name: UserRealName }) => (
  <PagePanel
    title="认证信息"
    extra={
      <ToneTag tone="warning" icon="clock">
        待审核
      </ToneTag>
    }
  >
    <dl className={styles.facts}>
      <div>
        <dt>真实姓名</dt>
        <dd>{name}</dd>
      </div>
      <div>
        <dt>身份证号</dt>
        <dd className={styles.number}>{idNumber}</dd>
      </div>
      <div>
        <dt>提交时间</dt>
        <dd>
          <TimeText at={review?.submitted_at ?? null} />
        </dd>
      </div>
    </dl>
    <Alert type="info" showIcon message="审核人员正在核对，一般 1 个工作日内完成，结果会通知你。通过之前可以充值，不能下单。" />
  </PagePanel>
)
