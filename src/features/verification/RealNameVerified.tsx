import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import type { WayBack } from '#src/admin/return-link.ts'
import { paths } from '#src/paths.ts'
import controls from '#src/ui/controls.module.css'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'
import styles from './RealNameVerified.module.css'
import type { RealName } from './real-name.ts'
import { useReveal } from './use-reveal-real-name.ts'

/** Who the account belongs to, masked as the server masks it; in full for a while to who proves to be him. */
export function Verified({ real_name, back }: { real_name: RealName; back: WayBack | null }) {
  const { revealed, revealing, reveal, hide } = useReveal()
  const onward = useRef<HTMLAnchorElement>(null)
  // after the form went away, the focus goes on to the next step
  useEffect(() => {
    if (document.activeElement === document.body) onward.current?.focus({ preventScroll: true })
  }, [])

  return (
    <Panel
      title="认证信息"
      extra={
        <Tag tone="success" icon="check">
          已实名
        </Tag>
      }
    >
      <dl className={styles.facts}>
        <div>
          <dt>认证类型</dt>
          <dd>个人</dd>
        </div>
        <div>
          <dt>真实姓名</dt>
          <dd>{revealed?.name ?? real_name.name}</dd>
        </div>
        <div>
          <dt>身份证号</dt>
          <dd className={styles.number}>{revealed?.id_number ?? real_name.id_number}</dd>
        </div>
        <div>
          <dt>认证时间</dt>
          <dd>
            <TimeText at={real_name.verified_at} />
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
    </Panel>
  )
}
