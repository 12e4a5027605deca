import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { EndpointData } from '#contract/endpoint.ts'
import { users } from '#contract/users.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { ReturnLink } from '#src/admin/return-link.ts'
import { useAction } from '#src/admin/use-action.ts'
import { paths } from '#src/paths.ts'
import controls from '#src/ui/controls.module.css'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './RealNameVerified.module.css'
import type { UserRealName } from './real-name.ts'

/** How long the data is shown in full, in ms, to keep it from bystanders. */
const shownMs = 30_000

/** Reveals the user's name and number in full for 30 seconds. */
function useRevealRealName() {
  const [revealed, setRevealed] = useState<EndpointData<typeof users.reveal_real_name>>()

  useEffect(() => {
    if (!revealed) return
    const timer = setTimeout(() => setRevealed(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [revealed])

  const { run, pending } = useAction(users.reveal_real_name, {
    success: false,
    failed: '查看失败，请重试',
    onDone: ({ data }) => setRevealed(data),
  })
  return { revealed, revealing: pending, reveal: () => void run(), hide: () => setRevealed(undefined) }
}

/** Verified identity, masked by the server; shown in full for a while after the user authenticates again. */
export function RealNameVerified({ real_name: realName, back }: { real_name: UserRealName; back: ReturnLink | null }) {
  const { revealed, revealing, reveal, hide } = useRevealRealName()
  const onward = useRef<HTMLAnchorElement>(null)
  // after the form is removed, the focus moves to the next step
  useEffect(() => {
    if (document.activeElement === document.body) onward.current?.focus({ preventScroll: true })
  }, [])

  return (
    <PagePanel
      title="认证信息"
      extra={
        <ToneTag tone="success" icon="check">
          已实名
        </ToneTag>
      }
    >
      <dl className={styles.facts}>
        <div>
          <dt>认证类型</dt>
          <dd>个人</dd>
        </div>
        <div>
          <dt>真实姓名</dt>
          <dd>{revealed?.name ?? realName.name}</dd>
        </div>
        <div>
          <dt>身份证号</dt>
          <dd className={styles.number}>{revealed?.id_number ?? realName.id_number}</dd>
        </div>
        <div>
          <dt>认证时间</dt>
          <dd>
            <TimeText at={realName.verified_at} />
          </dd>
        </div>
      </dl>
      <div className={styles.actions}>
        <Link ref={onward} className={`${controls.button} ${controls.primary}`} to={back?.to ?? paths.market}>
          {back?.label ?? '去选算力'}
        </Link>
        <Button loading={revealing} onClick={revealed ? hide : reveal}>
          {revealed ? '隐藏号码' : '查看完整号码'}
        </Button>
      </div>
    </PagePanel>
  )
}
